import type { AuthorizationMessage, OrderMessage } from '@sluice/provider-protocol'

import type { JsonValue } from '../kit/index.ts'

type Paid = Pick<OrderMessage, 'customer' | 'browser_info' | 'description'>
type BillingAddress = AuthorizationMessage['billing_address']

/** Matches all characters that Adyen does not allow on a statement. */
const NOT_ON_STATEMENTS = /[^a-zA-Z0-9 .,'_\-?+*/]/g

const EMAIL_MAX = 256
/** The most characters of a first or last name. */
const NAME_MAX = 80
const POSTAL_CODE_MAX = 10
/** The five digits of a ZIP code, without the four after its hyphen. */
const US_POSTAL_CODE_MAX = 5
const STATE_MAX = 3

/** The countries in which Adyen requires the state. */
const COUNTRIES_WITH_STATES: ReadonlySet<string> = new Set(['CA', 'US'])

/** Returns the known data of the payer. */
export function shopperMembers(
  { customer, browser_info: browser, description }: Paid,
  billing: BillingAddress,
): Record<string, JsonValue> {
  const statement = description?.replaceAll(NOT_ON_STATEMENTS, ' ').trim()
  const address = addressOf(billing) ?? addressOf(customer)
  return {
    ...(statement && { shopperStatement: statement }),
    ...(address && { billingAddress: address }),
    ...(browser && { browserInfo: browserMembers(browser) }),
    ...(customer && customerMembers(customer)),
  }
}

function customerMembers(customer: NonNullable<Paid['customer']>): Record<string, JsonValue> {
  return {
    ...(customer.email && customer.email.length <= EMAIL_MAX && { shopperEmail: customer.email }),
    ...(customer.ip && { shopperIP: customer.ip }),
    ...(customer.phone && { telephoneNumber: customer.phone }),
    ...(customer.language && { shopperLocale: customer.language }),
    ...(customer.country && { countryCode: customer.country }),
    ...(customer.date_of_birth && { dateOfBirth: customer.date_of_birth }),
    ...(customer.first_name &&
      customer.last_name && {
        shopperName: { firstName: cutName(customer.first_name), lastName: cutName(customer.last_name) },
      }),
  }
}

function browserMembers(browser: NonNullable<Paid['browser_info']>): Record<string, JsonValue> {
  return {
    userAgent: browser.user_agent,
    acceptHeader: browser.accept_header,
    javaEnabled: browser.java_enabled,
    colorDepth: browser.color_depth,
    screenHeight: browser.screen_height,
    screenWidth: browser.screen_width,
    timeZoneOffset: browser.time_zone_offset,
    language: browser.language,
  }
}

/** Cuts a name that is too long, between two characters. */
function cutName(name: string): string {
  return name.length <= NAME_MAX ? name : name.slice(0, NAME_MAX).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * Returns the address, or null unless it is complete, because Adyen accepts no others. The gateway's street
 * includes the house number, for which Adyen gets `NA`.
 */
function addressOf(from: NonNullable<BillingAddress> | Paid['customer']): JsonValue {
  if (!from?.address || !from.city || !from.postal_code || !from.country) return null
  const { country } = from
  const postalCode = country === 'US' ? from.postal_code.slice(0, US_POSTAL_CODE_MAX) : from.postal_code
  if (postalCode.length > POSTAL_CODE_MAX) return null
  const state = from.state && from.state.length <= STATE_MAX ? from.state : null
  if (state === null && COUNTRIES_WITH_STATES.has(country)) return null
  return {
    street: from.address,
    houseNumberOrName: 'NA',
    city: from.city,
    postalCode,
    country,
    ...(state && { stateOrProvince: state }),
  }
}
