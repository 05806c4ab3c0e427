import { join } from 'node:path'

import { readDemoEnvironment } from '@sluice/gateway-core/demo-environment'

import { readPortalUrl } from './act-as-person.ts'
import { CommandRefusal, EXIT } from './exit-codes.ts'
import { findLogin, type KeptLogin } from './stored-logins.ts'

/** The credentials with which a program authenticates at a running gateway. */
export interface Credentials {
  /**
   * Whether a client of the merchant calls, or a person who signed in at the portal; then all requests go through
   * the portal.
   */
  readonly kind: 'client' | 'person'
  readonly baseUrl: string
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  /** For a person, the token of the session. */
  readonly clientSecret: string
  /** Null if the environment names none. Payments that need one require it. */
  readonly terminalId: string | null
  /** The secret of the webhook subscription; null if there is none. */
  readonly webhookSecret: string | null
  /** The merchant for the test tools; null for `demo`. */
  readonly sandboxId: string | null
}

const REQUIRED = {
  baseUrl: 'SLUICE_BASE_URL',
  authUrl: 'SLUICE_AUTH_URL',
  realm: 'SLUICE_REALM',
  clientId: 'SLUICE_CLIENT_ID',
  clientSecret: 'SLUICE_CLIENT_SECRET',
} as const

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the credentials: a client in the environment, the login of the portal that the environment names, the file
 * `<data>/demo.env` that `start` writes, or the only stored login. The first that exists counts.
 *
 * @throws {CommandRefusal} that names what is missing, and no value.
 */
export function readCredentials(env: Variables, dataDir: string): Credentials {
  const given = env['SLUICE_CLIENT_ID'] ? env : readDemoEnvironment(dataDir)
  const login = env['SLUICE_CLIENT_ID'] ? null : chooseLogin(env, given['SLUICE_CLIENT_ID'] !== undefined)
  return login === null ? readClient(given, dataDir) : toCredentials(login, env)
}

/** Returns the login that replaces a client; null if a client is used. */
function chooseLogin(env: Variables, hasDemo: boolean): KeptLogin | null {
  const portalUrl = env['SLUICE_PORTAL_URL']
  const named = portalUrl ? findLogin(env, readPortalUrl(portalUrl)) : null
  return named ?? (hasDemo ? null : findLogin(env, null))
}

function toCredentials({ portalUrl, token }: KeptLogin, env: Variables): Credentials {
  return {
    kind: 'person',
    baseUrl: `${portalUrl}/portal`,
    authUrl: portalUrl,
    realm: 'portal',
    clientId: 'portal',
    clientSecret: token,
    terminalId: null,
    webhookSecret: null,
    sandboxId: env['SLUICE_SANDBOX_ID'] ?? null,
  }
}

function readClient(given: Variables, dataDir: string): Credentials {
  const missing = Object.values(REQUIRED).filter((name) => !given[name])
  if (missing.length > 0)
    throw new CommandRefusal(
      `No credentials found. Set ${missing.join(', ')}, or use ${join(dataDir, 'demo.env')}, which sluice-gateway start writes (--data sets another directory), or sign in with sluice-gateway login.`,
      EXIT.misused,
    )
  const required = Object.entries(REQUIRED).map(([member, name]) => [member, given[name]])
  return {
    kind: 'client',
    ...(Object.fromEntries(required) as Record<keyof typeof REQUIRED, string>),
    terminalId: given['SLUICE_TERMINAL_ID'] ?? null,
    webhookSecret: given['SLUICE_WEBHOOK_SECRET'] ?? null,
    sandboxId: given['SLUICE_SANDBOX_ID'] ?? null,
  }
}

/** Reads the secrets that verify webhooks, from the same places; none if no place has one. */
export function readWebhookSecrets(env: Variables, dataDir: string): readonly string[] {
  const given = env['SLUICE_WEBHOOK_SECRET'] ?? readDemoEnvironment(dataDir)['SLUICE_WEBHOOK_SECRET'] ?? ''
  return given.split(',').filter((secret) => secret !== '')
}
