import { CUSTOMER_MEMBER_MAX_CHARS, CUSTOMER_MEMBERS } from '../protocol/messages.ts'
import { parseWebAddress } from '../three-ds/web-address.ts'
import { PaymentComponentError } from './payment-component-error.ts'
import type { CardConfig, Customer, PaymentComponentOptions } from './embedded-fields-api.ts'

export interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly origin: string
  readonly clientKey: string
  readonly sessionId: string
  readonly locale: string | undefined
}

const KEY_PREFIXES = { test: 'ck_test_', production: 'ck_live_' } as const
const SESSION_ID = /^[\w-]{1,128}$/
const CLIENT_KEY = /^[\w-]{1,128}$/

/**
 * Reads the options of a merchant's page, which may be plain JavaScript.
 *
 * @param scriptAddress - Where this script came from; null when it cannot be known.
 * @throws When an option is missing or cannot be right. {@link PaymentComponentError}
 */
export function checkOptions(options: PaymentComponentOptions, scriptAddress: string | null): Settings {
  const { clientKey, sessionId, environment, locale, baseUrl } = options ?? {}
  for (const [name, value] of Object.entries({ clientKey, sessionId, environment })) {
    if (typeof value !== 'string' || value === '') {
      throw new PaymentComponentError('missing_option', `${name} must be given as a string`)
    }
  }
  if (!Object.hasOwn(KEY_PREFIXES, environment)) throw invalid('environment', '"test" or "production"')
  const prefix = KEY_PREFIXES[environment]
  if (!CLIENT_KEY.test(clientKey) || !clientKey.startsWith(prefix)) {
    throw invalid('clientKey', `the public key of the ${environment} environment, ${prefix}…`)
  }
  checkSessionId(sessionId)
  checkLocale(locale)
  const gateway = parseWebAddress(baseUrl ?? (scriptAddress && new URL(scriptAddress).origin) ?? '')
  if (gateway === null) throw invalid('baseUrl', 'the https address of the gateway')
  return {
    baseUrl: (gateway.origin + gateway.pathname).replace(/\/+$/, ''),
    origin: gateway.origin,
    clientKey,
    sessionId,
    locale,
  }
}

export function checkSessionId(sessionId: string): void {
  if (!SESSION_ID.test(sessionId)) throw invalid('sessionId', 'the id of a session that your server created')
}

/** An unknown locale is spoken in English; one that is no text is a mistake. */
export function checkLocale(locale: string | undefined): void {
  if (locale !== undefined && typeof locale !== 'string') throw invalid('locale', 'a string')
}

/** Says no to what is specified but does not exist in this release, instead of ignoring it. */
export function checkCardConfig(config: CardConfig | undefined): void {
  const { hasHolderName, hasHolderEmail } = config?.componentConfig?.customerConfig ?? {}
  if (!hasHolderName && !hasHolderEmail) return
  throw new PaymentComponentError(
    'not_available',
    'hasHolderName and hasHolderEmail are not available in this release. Ask for them on your page and pass them to submitPayment.',
  )
}

/** @throws When a member is not one of a customer's, is no string, or is too long. {@link PaymentComponentError} */
export function checkCustomer(customer: Customer | undefined): Customer | null {
  if (customer === undefined || customer === null) return null
  const members: readonly string[] = CUSTOMER_MEMBERS
  for (const [member, value] of Object.entries(customer)) {
    if (!members.includes(member)) throw invalid(`customer.${member}`, `one of ${members.join(', ')}`)
    if (value !== undefined && typeof value !== 'string') throw invalid(`customer.${member}`, 'a string')
    // The card frame ignores a message that is too long, and nobody would hear of the payment again.
    if (value !== undefined && value.length > CUSTOMER_MEMBER_MAX_CHARS) {
      throw invalid(`customer.${member}`, `at most ${CUSTOMER_MEMBER_MAX_CHARS} characters`)
    }
  }
  // An empty input of a page's form means that nothing was entered.
  return Object.fromEntries(Object.entries(customer).filter(([, value]) => value))
}

export function checkCallback(callback: unknown): void {
  if (callback !== undefined && callback !== null && typeof callback !== 'function') {
    throw invalid('callback', 'a function')
  }
}

function invalid(name: string, expected: string): PaymentComponentError {
  return new PaymentComponentError('invalid_option', `${name} must be ${expected}`)
}
