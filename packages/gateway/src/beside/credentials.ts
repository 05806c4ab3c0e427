import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** What a program beside a running gateway proves itself with. */
export interface Credentials {
  readonly baseUrl: string
  readonly authUrl: string
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  /** Null where the environment names none: payments that need one ask for it. */
  readonly terminalId: string | null
  /** Of the webhook subscription; null without one. */
  readonly webhookSecret: string | null
  /** What the test tools work on; null for `demo`. */
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
 * Reads the credentials from the environment or, where it names no client, from what `start` wrote to `<data>/demo.env`.
 *
 * @throws {Error} that names what is missing, and no value.
 */
export function readCredentials(env: Variables, dataDir: string): Credentials {
  const given = env['SLUICE_CLIENT_ID'] ? env : readDemo(dataDir)
  const missing = Object.values(REQUIRED).filter((name) => !given[name])
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} must be set, or ${join(dataDir, 'demo.env')} must be there: sluice-gateway start writes it. --data names another directory.`,
    )
  const required = Object.entries(REQUIRED).map(([member, name]) => [member, given[name]])
  return {
    ...(Object.fromEntries(required) as Record<keyof typeof REQUIRED, string>),
    terminalId: given['SLUICE_TERMINAL_ID'] ?? null,
    webhookSecret: given['SLUICE_WEBHOOK_SECRET'] ?? null,
    sandboxId: given['SLUICE_SANDBOX_ID'] ?? null,
  }
}

/** Reads what webhooks are verified with, from the same places; none where neither has one. */
export function readWebhookSecrets(env: Variables, dataDir: string): readonly string[] {
  const given = env['SLUICE_WEBHOOK_SECRET'] ?? readDemo(dataDir)['SLUICE_WEBHOOK_SECRET'] ?? ''
  return given.split(',').filter((secret) => secret !== '')
}

function readDemo(dataDir: string): Variables {
  try {
    return parseEnv(readFileSync(join(dataDir, 'demo.env'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
