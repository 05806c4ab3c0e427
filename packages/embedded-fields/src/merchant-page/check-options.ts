import { parseWebAddress } from '../three-ds/web-address.ts'
import { checkAppearance, type CheckedAppearance } from './check-appearance.ts'
import { membersOf } from './members.ts'
import type { PaymentComponentOptions } from './embedded-fields-api.ts'
import { invalidOption, PaymentComponentError } from './payment-component-error.ts'

export interface Settings extends CheckedAppearance {
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string
  readonly origin: string
  readonly clientKey: string
  readonly sessionId: string
  readonly locale: string | undefined
}

const KEY_PREFIXES = { test: 'ck_test_', production: 'ck_live_' } as const
const OPTIONS = ['clientKey', 'sessionId', 'environment', 'locale', 'baseUrl', 'appearance'] as const
const SESSION_ID = /^[\w-]{1,128}$/
const CLIENT_KEY = /^[\w-]{1,128}$/

/**
 * Reads the options of a merchant's page, which may be plain JavaScript.
 *
 * @param scriptAddress - The address of this script; null if it is unknown.
 * @throws When an option is missing or
 * invalid. {@link PaymentComponentError}
 */
export function checkOptions(options: PaymentComponentOptions, scriptAddress: string | null): Settings {
  membersOf('options', options, OPTIONS)
  const { clientKey, sessionId, environment, locale, baseUrl, appearance } = options ?? {}
  for (const [name, value] of Object.entries({ clientKey, sessionId, environment })) requireText(name, value)
  if (!Object.hasOwn(KEY_PREFIXES, environment)) throw invalidOption('environment', '"test" or "production"')
  const prefix = KEY_PREFIXES[environment]
  if (!CLIENT_KEY.test(clientKey) || !clientKey.startsWith(prefix)) {
    // Everything here is public, so a secret that reached this page is compromised.
    const warning = clientKey.startsWith('ck_') ? '' : '. A secret is public here: rotate it'
    throw invalidOption('clientKey', `the public key of the ${environment} environment, ${prefix}…${warning}`)
  }
  checkSessionId(sessionId)
  checkLocale(locale)
  const address = baseUrl ?? (scriptAddress && new URL(scriptAddress).origin)
  if (address === null) {
    throw new PaymentComponentError(
      'missing_option',
      'baseUrl must be given: this copy of the script does not come from /embedded-fields.js of a gateway',
    )
  }
  const gateway = parseWebAddress(address)
  if (gateway === null) throw invalidOption('baseUrl', 'the https address of the gateway')
  return {
    baseUrl: (gateway.origin + gateway.pathname).replace(/([^/])\/+$/, '$1'),
    origin: gateway.origin,
    clientKey,
    sessionId,
    locale,
    ...checkAppearance(appearance),
  }
}

export function checkSessionId(sessionId: string): void {
  if (!SESSION_ID.test(sessionId)) {
    throw invalidOption('sessionId', 'the id of a session that your server created')
  }
}

/** Rejects a locale that is not a text. For an unknown locale, the form is in English. */
export function checkLocale(locale: string | undefined): void {
  if (locale !== undefined && typeof locale !== 'string') throw invalidOption('locale', 'a string')
}

/** Rejects everything but a function and undefined. */
export function checkFunction(name: string, value: unknown): void {
  if (value !== undefined && value !== null && typeof value !== 'function') {
    throw invalidOption(name, 'a function')
  }
}

export function requireText(name: string, value: unknown): asserts value is string {
  if (typeof value === 'string' && value !== '') return
  throw new PaymentComponentError('missing_option', `${name} must be given as a string`)
}
