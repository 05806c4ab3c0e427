import { toPhoneParts } from '../kit/phone-parts.ts'
import type { ThreeDsMessages } from '../kit/three-ds-call.ts'
import type { EmvMembers } from './read-message.ts'

type Message = ThreeDsMessages['authenticate']
type Browser = Extract<Message, { readonly device_channel: '02' }>
type MerchantInitiated = Extract<Message, { readonly device_channel: '03' }>

/** The values of `threeDSRequestorChallengeInd`. */
const CHALLENGE_INDICATORS: Readonly<Record<Message['challenge_preference'], string>> = {
  NO_PREFERENCE: '01',
  NO_CHALLENGE: '02',
  CHALLENGE: '03',
  MANDATE: '04',
}

/**
 * The values of `threeDSRequestorChallengeInd` for exemptions. Version 2.1.0 can only say that no challenge is
 * wanted.
 */
const EXEMPTION_INDICATORS: Readonly<Record<NonNullable<Message['exemption']>, string>> = {
  LOW_VALUE: '02',
  TRANSACTION_RISK_ANALYSIS: '05',
  TRUSTED_BENEFICIARY: '08',
  SECURE_CORPORATE: '02',
}

const CATEGORIES: Readonly<Record<Message['message_category'], string>> = { PA: '01', NPA: '02' }

/** EMV’s limits on lengths, in characters. */
const [USER_AGENT_MAX, LANGUAGE_MAX] = [2_048, 8]

/** The reasons why no AReq can be written, each with the answer to the gateway. */
interface Unwritable {
  readonly cannot: 'ERROR' | 'UNAVAILABLE'
  readonly reason: string
}

export function isUnwritable(areq: EmvMembers | Unwritable): areq is Unwritable {
  return 'cannot' in areq
}

/**
 * Writes the AReq, by EMVCo’s names. The 3DS server adds its own members, and the requestor’s id and name unless they are
 * configured. Without what every directory server demands no AReq is written.
 */
export function writeAreq(message: Message): EmvMembers | Unwritable {
  const demanded = {
    acquirerBIN: message.acquirer_bin,
    acquirerMerchantID: message.acquirer_merchant_id,
    mcc: message.mcc,
    merchantCountryCode: message.merchant_country_code,
    merchantName: message.merchant_name,
    threeDSRequestorURL: message.requestor_url ?? message.merchant_url,
  }
  const missing = Object.entries(demanded).flatMap(([name, value]) => (value === null ? [name] : []))
  if (missing.length > 0) return { cannot: 'ERROR', reason: `not configured: ${missing.join(', ')}` }
  if (message.device_channel === '03' && message.message_version === '2.1.0')
    return { cannot: 'UNAVAILABLE', reason: 'version 2.1.0 has no 3RI for payments' }
  return withoutAbsent({
    messageType: 'AReq',
    messageVersion: message.message_version,
    messageCategory: CATEGORIES[message.message_category],
    deviceChannel: message.device_channel,
    threeDSServerTransID: message.three_ds_server_trans_id,
    threeDSRequestorID: message.requestor_id,
    threeDSRequestorName: message.requestor_id && message.requestor_name,
    ...demanded,
    acctNumber: message.card.number.reveal(),
    cardExpiryDate: expiryOf(message.card),
    purchaseAmount: String(message.purchase_amount),
    purchaseCurrency: message.purchase_currency_code,
    purchaseExponent: String(message.purchase_exponent),
    purchaseDate: message.requested_at,
    // Only payments have a purchase.
    transType: message.message_category === 'PA' ? message.transaction_type : null,
    ...writeCardholder(message.cardholder ?? null),
    ...(message.device_channel === '02' ? writeBrowser(message) : writePrior(message)),
  })
}

/** A requested challenge takes precedence over an exemption. */
function indicateChallenge({
  challenge_preference: preference,
  exemption,
  message_version,
}: Message): string {
  if (exemption === undefined || preference === 'CHALLENGE' || preference === 'MANDATE')
    return CHALLENGE_INDICATORS[preference]
  return message_version === '2.1.0' ? CHALLENGE_INDICATORS.NO_CHALLENGE : EXEMPTION_INDICATORS[exemption]
}

function writeBrowser(message: Browser): EmvMembers {
  const { browser } = message
  return {
    threeDSRequestorAuthenticationInd: message.authentication_indicator,
    threeDSRequestorChallengeInd: indicateChallenge(message),
    threeDSCompInd: message.three_ds_comp_ind,
    notificationURL: message.notification_url,
    browserAcceptHeader: toAscii(browser.accept_header, USER_AGENT_MAX),
    browserUserAgent: toAscii(browser.user_agent, USER_AGENT_MAX),
    browserIP: browser.ip ?? null,
    browserLanguage: shortenLanguage(browser.language),
    browserColorDepth: String(browser.color_depth),
    browserJavaEnabled: browser.java_enabled,
    browserScreenHeight: String(browser.screen_height),
    browserScreenWidth: String(browser.screen_width),
    browserTZ: String(browser.time_zone_offset),
    // Version 2.1.0 lacks this member. Only a script can measure the screen, so scripts are enabled unless the
    // request says otherwise.
    browserJavascriptEnabled:
      message.message_version === '2.1.0' ? null : (browser.java_script_enabled ?? true),
  }
}

function writePrior({ three_ri_indicator, prior_authentication }: MerchantInitiated): EmvMembers {
  return {
    threeRIInd: three_ri_indicator,
    threeDSRequestorPriorAuthenticationInfo: withoutAbsent({
      threeDSReqPriorRef: prior_authentication.acs_trans_id,
      threeDSReqPriorAuthMethod: prior_authentication.method,
      threeDSReqPriorAuthTimestamp: prior_authentication.at,
    }),
  }
}

function writeCardholder(cardholder: Message['cardholder'] | null): EmvMembers {
  if (!cardholder) return {}
  return {
    cardholderName: cardholder.name,
    email: cardholder.email && isAscii(cardholder.email) ? cardholder.email : null,
    mobilePhone: cardholder.phone && toPhoneParts(cardholder.phone),
    billAddrLine1: cardholder.address,
    billAddrCity: cardholder.city,
    billAddrPostCode: cardholder.postal_code,
    // A region has no meaning without its country.
    billAddrState: cardholder.country_code && cardholder.state,
    billAddrCountry: cardholder.country_code,
  }
}

/** Returns the expiry as YYMM. */
function expiryOf({ expiration_year, expiration_month }: Message['card']): string {
  return `${String(expiration_year % 100).padStart(2, '0')}${String(expiration_month).padStart(2, '0')}`
}

/** Shortens at a subtag: `zh-Hant-TW` becomes `zh-Hant`. */
function shortenLanguage(language: string): string {
  const text = toAscii(language, language.length)
  if (text.length <= LANGUAGE_MAX) return text
  const cut = text.slice(0, LANGUAGE_MAX + 1)
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 0)) || text.slice(0, LANGUAGE_MAX)
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Removes all characters but printable ASCII, because version 2.2.0 and earlier allow no others. */
function toAscii(text: string, maxChars: number): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, maxChars)
}

/** Omits members without a value, because EMV knows neither null nor empty texts. */
function withoutAbsent(members: EmvMembers): EmvMembers {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''))
}
