import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import * as z from 'zod'
import { parseUrl, parseWebUrl } from '../vocabulary/parse-url.ts'
import {
  CHALLENGE_PREFERENCES,
  CURRENCY_CODES,
  type Currency,
  EXEMPTIONS,
  isCountry,
  LIMITS,
  mayHoldCardNumber,
  toEmailAddress,
  TOKENIZE_FOR,
} from '../vocabulary/index.ts'
import {
  codePoints,
  lengthProblems,
  membersRule,
  MESSAGES,
  type Problem,
  rangeProblems,
  textRule,
  rule,
} from './rules.ts'

// Control characters (C0, C1) are never part of a name or a sentence, and terminals and log readers obey some of them;
// a lone surrogate has no UTF-8 form. PostgreSQL accepts neither NUL nor surrogates.
// Embeddings, overrides and isolates turn the text that follows round, amounts and other people's words included.
const NOT_TEXT = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Bidirectional marks are invisible: with them one name or reference looks like another. */
const NOT_NAME = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u

function formProblems(text: string, forbidden = NOT_TEXT): Problem[] {
  return forbidden.test(text) ? [{ message: MESSAGES.format }] : []
}

function textOf(
  minChars: number,
  maxChars: number,
  isSound: (text: string) => boolean,
  given: z.ZodString = z.string(),
) {
  return given
    .check(
      textRule((text) => [
        ...(isSound(text) ? [] : [{ message: MESSAGES.format }]),
        ...lengthProblems(codePoints(text), minChars, maxChars),
      ]),
    )
    .meta({ minLength: minChars, maxLength: maxChars })
}

/**
 * Builds the schema of a name: no control characters, bidirectional marks or lone surrogates, `minChars` to
 * `maxChars` code points.
 */
export function boundedText(minChars: number, maxChars: number) {
  return textOf(minChars, maxChars, (text) => !NOT_NAME.test(text))
}

/** Replaces line breaks and tabs by a space: shop systems store streets as several lines, banks and providers accept one. */
function onOneLine(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ')
}

/** Builds the schema of a name or a line of an address, which may arrive as several lines. */
export function personText(minChars: number, maxChars: number) {
  return textOf(minChars, maxChars, (text) => !NOT_NAME.test(text), z.string().overwrite(onOneLine))
}

/**
 * Builds the schema of a first or last name. It rejects card numbers typed into the wrong field, because names are
 * stored, shown and sent on.
 */
export function personName(minChars: number) {
  const isSound = (text: string) =>
    text.length > 2 * LIMITS.NAME_MAX_CHARS || (!NOT_NAME.test(text) && !mayHoldCardNumber(text))
  return textOf(minChars, LIMITS.NAME_MAX_CHARS, isSound, z.string().overwrite(onOneLine))
}

/**
 * Sentences for people. They may contain marks that right-to-left scripts need, but no characters that reorder other
 * text.
 */
export function sentence(minChars: number, maxChars: number) {
  return textOf(minChars, maxChars, (text) => !NOT_TEXT.test(text), z.string().overwrite(onOneLine))
}

/** Builds the schema of Base64 that the sender may have broken into lines, as MIME encoders do. */
export function wrappedBase64(minChars: number, maxChars: number) {
  return textOf(minChars, maxChars, (text) => !NOT_TEXT.test(text.replace(/[\r\n]/g, '')))
}

/** A visible character: no white space, no invisible joiner or filler, and not the empty Braille cell. */
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u

/** A name of which something can be seen: blanks alone identify nothing in a list of orders. */
function visibleText(maxChars: number) {
  return textOf(1, maxChars, (text) => !NOT_NAME.test(text) && (text === '' || VISIBLE.test(text)))
}

/** Builds the schema of a text that matches one pattern. */
export function patternText(pattern: RegExp) {
  return z
    .string()
    .check(textRule((text) => (pattern.test(text) ? [] : [{ message: MESSAGES.format }])))
    .meta({ pattern: pattern.source })
}

/** Builds the schema of an integer in a range; the unit is in the member's description. */
export function boundedInteger(min: number, max: number) {
  return z
    .number()
    .check(
      rule((value) => {
        if (typeof value !== 'number') return []
        return Number.isInteger(value) ? rangeProblems(value, min, max) : [{ message: MESSAGES.format }]
      }),
    )
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** RFC 3339 in UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  clause: 'transactions#transactions',
  description: 'RFC 3339 in UTC with milliseconds.',
  examples: ['2026-01-31T10:15:00.000Z'],
})

/** The id of a terminal: `T` and 11 digits. */
export const terminalId = boundedText(LIMITS.TERMINAL_ID_MIN_CHARS, LIMITS.TERMINAL_ID_MAX_CHARS).meta({
  description: 'The terminal that the transaction runs against.',
  examples: ['T00000000001'],
})

/** The merchant's name of an order that is paid by card. */
export const cardReference = visibleText(LIMITS.REFERENCE_MAX_CHARS).meta({
  description: 'The merchant’s own text for the order; unique per terminal.',
  examples: ['order-1001'],
})

/** The merchant's name of a payment or payout that a provider confirms. */
export const paymentReference = visibleText(LIMITS.PAYMENT_REFERENCE_MAX_CHARS).meta({
  description:
    'The merchant’s own text for the order; unique per terminal. The same reference with the same amount and currency returns the existing transaction.',
  examples: ['order-1001'],
})

type CurrencyTable = { readonly [Code in Currency]: Code }

/** The codes of all currencies. This is an interface because declarations expand a type alias at every use. */
export interface CurrencyMembers extends CurrencyTable {}

/** An ISO 4217 currency. */
export const currency: z.ZodEnum<CurrencyMembers> = z
  .enum(CURRENCY_CODES, { error: (issue) => (issue.input === undefined ? undefined : MESSAGES.currency) })
  .meta({
    id: 'Currency',
    clause: 'transactions#transactions',
    description: 'ISO 4217, three capital letters.',
    examples: ['EUR'],
  })

function minorUnits(problemsOf: (value: number) => readonly Problem[]) {
  return z.number({ error: (issue) => (issue.input === undefined ? undefined : MESSAGES.amount) }).check(
    rule((value) => {
      if (typeof value !== 'number') return []
      if (!Number.isInteger(value)) return [{ message: MESSAGES.amount, params: [String(value)] }]
      return problemsOf(value)
    }),
  )
}

/** An amount in minor units (1850 = 18.50). */
export const amount = minorUnits((value) =>
  rangeProblems(value, LIMITS.AMOUNT_MIN_MINOR, LIMITS.AMOUNT_MAX_MINOR),
).meta({
  id: 'Amount',
  clause: 'transactions#transactions',
  type: 'integer',
  format: 'int64',
  minimum: LIMITS.AMOUNT_MIN_MINOR,
  maximum: LIMITS.AMOUNT_MAX_MINOR,
  description: 'Minor units: 10000 is 100.00 of a currency with two decimals.',
  examples: [10_000],
})

/** The amount of a checkout: {@link checkoutAmountRule} compares it with the type. */
export const checkoutAmount = minorUnits(() => []).meta({
  id: 'CheckoutAmount',
  clause: 'transactions#transactions',
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: LIMITS.AMOUNT_MAX_MINOR,
  description: 'Minor units: 10000 is 100.00 of a currency with two decimals. 0 with VERIFY, and only there.',
  examples: [10_000],
})

/** A verification has no amount, everything else has one. */
export const checkoutAmountRule = membersRule(({ amount: given, transaction_type: type }) => {
  if (typeof given !== 'number' || !Number.isInteger(given)) return []
  const [min, max] = type === 'VERIFY' ? [0, 0] : [LIMITS.AMOUNT_MIN_MINOR, LIMITS.AMOUNT_MAX_MINOR]
  return rangeProblems(given, min, max).map((problem) => ({ ...problem, path: ['amount'] }))
})

/** An ISO 3166-1 alpha-2 country. */
export const country = z
  .string()
  .check(textRule((text) => (isCountry(text) ? [] : [{ message: MESSAGES.format }])))
  .meta({
    id: 'Country',
    clause: 'transactions#transactions',
    minLength: LIMITS.COUNTRY_CHARS,
    maxLength: LIMITS.COUNTRY_CHARS,
    description: 'ISO 3166-1 alpha-2, two capital letters; XK is accepted too.',
    examples: ['SE'],
  })

/** An e-mail address, stored without invisible characters around it and with its domain in ASCII. */
export const email = z
  .string()
  .overwrite((text) => toEmailAddress(text) ?? text)
  .check(
    textRule((text) => {
      const tooLong = lengthProblems(codePoints(text), 0, LIMITS.EMAIL_MAX_CHARS)
      return tooLong.length > 0 || toEmailAddress(text) !== null ? tooLong : [{ message: MESSAGES.format }]
    }),
  )
  .meta({ format: 'email', maxLength: LIMITS.EMAIL_MAX_CHARS, examples: ['ada@example.com'] })

/** A telephone number as people write it, stored as E.164. */
export const phone = z
  .string()
  .overwrite((text) => toE164(text) ?? text)
  .check(textRule((text) => (isPossiblePhone(text) ? [] : [{ message: MESSAGES.phone }])))
  .meta({ description: 'E.164, a possible number of its country.', examples: ['+46701740605'] })

export function isPossiblePhone(text: string): boolean {
  return toE164(text) !== null
}

/** Longest accepted spelling of a phone number, in characters; longer texts are not parsed. */
const PHONE_MAX_CHARS = 64

/**
 * Returns the E.164 form of a telephone number with its country code, without separators, and without invisible
 * characters around a pasted number. Null when it is no possible number.
 */
export function toE164(text: string): string | null {
  if (text.length > PHONE_MAX_CHARS) return null
  const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(/[\p{Zs}\t]/gu, ' ')
  if (/[\p{Cc}\p{Cs}]/u.test(visible)) return null
  const parsed = parsePhoneNumberFromString(visible.trim(), { extract: false })
  return parsed?.isPossible() === true ? parsed.number : null
}

/** An address the customer or a callback is sent to. Whether plain `http` is allowed depends on the environment. */
export const webUrl = z
  .string()
  .check(
    textRule((text) => {
      const tooLong = lengthProblems(codePoints(text), 0, LIMITS.URL_MAX_CHARS)
      return tooLong.length > 0 || parseWebUrl(text) !== null ? tooLong : [{ message: MESSAGES.format }]
    }),
  )
  .meta({ format: 'uri', maxLength: LIMITS.URL_MAX_CHARS, examples: ['https://shop.example/return'] })

/** The value of a browser's `Origin` header: scheme, host and port, nothing after them. */
export const webOrigin = z
  .string()
  .check(textRule((text) => (isWebOrigin(text) ? [] : [{ message: MESSAGES.format }])))
  .meta({ format: 'uri', maxLength: LIMITS.URL_MAX_CHARS, examples: ['https://shop.example'] })

function isWebOrigin(text: string): boolean {
  return text.length <= LIMITS.URL_MAX_CHARS && parseWebUrl(text)?.origin === text
}

/**
 * Returns whether a URL points at this machine, the only place where plain `http` is accepted, and only in the test
 * environment.
 */
export function isLoopbackUrl(url: string): boolean {
  const hostname = parseUrl(url)?.hostname ?? ''
  // RFC 6761 §6.3: every name below localhost is this machine.
  const isName = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname)
}

/** An IPv4 or IPv6 literal without a zone id. */
export const ipAddress = z
  .string()
  .check(textRule((text) => (isIpAddress(text) ? [] : [{ message: MESSAGES.format }])))
  .meta({ description: 'IPv4 or IPv6 literal.', examples: ['203.0.113.7'] })

const IPV4 = z.ipv4()
const IPV6 = z.ipv6()

/** `0000:0000:0000:0000:0000:ffff:255.255.255.255`. */
const IP_ADDRESS_MAX_CHARS = 45

function isIpAddress(text: string): boolean {
  if (text.length > IP_ADDRESS_MAX_CHARS) return false
  return IPV4.safeParse(text).success || IPV6.safeParse(text).success
}

/** A language tag, BCP 47 in form only. */
export const languageTag = z
  .string()
  .check(
    textRule((text) => {
      const wrongLength = lengthProblems(codePoints(text), 1, LIMITS.LANGUAGE_MAX_CHARS)
      if (wrongLength.length > 0) return wrongLength
      return /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(text) ? [] : [{ message: MESSAGES.format }]
    }),
  )
  .meta({ maxLength: LIMITS.LANGUAGE_MAX_CHARS, examples: ['sv-SE'] })

const metadataText = z.string().check(
  textRule((text) => [
    // Metadata may have several lines and is returned unchanged.
    ...formProblems(text.replace(/[\t\n\r]/g, '')),
    ...lengthProblems(codePoints(text), 0, LIMITS.METADATA_VALUE_MAX_CHARS),
  ]),
)

const metadataScalar = z.union([metadataText, z.number(), z.boolean()])

function metadataRule() {
  return membersRule((members) => {
    const keys = Object.keys(members)
    return [
      ...lengthProblems(keys.length, 0, LIMITS.METADATA_MAX_KEYS),
      ...keys.flatMap((key) =>
        [...formProblems(key), ...lengthProblems(codePoints(key), 1, LIMITS.METADATA_KEY_MAX_CHARS)].map(
          (problem) => ({ ...problem, path: [key] }),
        ),
      ),
    ]
  })
}

/** The merchant's own keys; in the test environment some of them steer the simulators. */
export const metadata = z
  .record(z.string(), metadataScalar)
  .check(metadataRule())
  .meta({
    id: 'Metadata',
    clause: 'transactions#transactions',
    maxProperties: LIMITS.METADATA_MAX_KEYS,
    description: `At most ${LIMITS.METADATA_MAX_KEYS} keys of at most ${LIMITS.METADATA_KEY_MAX_CHARS} characters; strings of at most ${LIMITS.METADATA_VALUE_MAX_CHARS} characters, numbers or booleans.`,
    examples: [{ simulated_flow: 'CHALLENGE_SUCCESS' }],
  })

/** Metadata of follow-up operations: strings only. */
export const textMetadata = z.record(z.string(), metadataText).check(metadataRule()).meta({
  id: 'TextMetadata',
  clause: 'manage#manage',
  description: 'The merchant’s own keys and values; strings only.',
  maxProperties: LIMITS.METADATA_MAX_KEYS,
})

/** Metadata as it is stored and sent. */
export const storedMetadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

function listUnheld(value: unknown, path: readonly string[]): readonly (readonly string[])[] {
  if (Number.isNaN(value)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, each]) => listUnheld(each, [...path, member]))
}

/**
 * Rejects numbers that JavaScript cannot represent in data that goes to the provider unchanged. Requests are read with
 * NaN in their place.
 */
export const heldNumbers = membersRule((members) =>
  listUnheld(members, []).map((path) => ({ path, message: MESSAGES.format })),
)

const name = personName(0)
const addressMember = personText(0, LIMITS.ADDRESS_MEMBER_MAX_CHARS)

/** The customer of a request; `id` names a customer that exists. */
export const customerInput = z
  .strictObject({
    id: boundedText(1, LIMITS.NAME_MAX_CHARS)
      .optional()
      .meta({ description: 'A customer created earlier; links saved cards.' }),
    first_name: name.optional(),
    last_name: name.optional(),
    email: email.optional(),
    phone: phone.optional(),
    address: addressMember.optional(),
    city: addressMember.optional(),
    country: country.optional(),
    postal_code: addressMember.optional(),
  })
  .meta({
    id: 'CustomerInput',
    clause: 'customers#customers',
    description: 'The customer of a request; `id` names a customer that exists.',
  })

/** A session's customer, returned as stored: phone numbers in E.164, lines joined. */
export const customerEcho = z
  .object({
    id: z.string().optional(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    address: z.string().optional(),
    city: z.string().optional(),
    country: z.string().optional(),
    postal_code: z.string().optional(),
  })
  .meta({
    id: 'CustomerEcho',
    clause: 'sessions#sessions',
    description: 'A session’s customer, returned as stored: phone numbers in E.164, lines joined.',
  })

/** The customer of an answer: every member is there, `null` when unknown. */
export const customerData = z
  .object({
    id: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    postal_code: z.string().nullable(),
  })
  .meta({
    id: 'CustomerData',
    clause: 'customers#customers',
    description: 'The customer of an answer: every member is there, null when unknown.',
  })

/** Properties of the customer's browser, by which the issuer assesses the risk. */
export const browserInfo = z
  .strictObject({
    user_agent: boundedText(1, LIMITS.USER_AGENT_MAX_CHARS),
    accept_header: boundedText(1, LIMITS.ACCEPT_HEADER_MAX_CHARS),
    java_enabled: z.boolean(),
    color_depth: boundedInteger(1, 64).meta({ description: 'Bits per pixel.', examples: [24] }),
    screen_height: boundedInteger(0, LIMITS.SCREEN_MAX_PIXELS).meta({ description: 'Pixels.' }),
    screen_width: boundedInteger(0, LIMITS.SCREEN_MAX_PIXELS).meta({ description: 'Pixels.' }),
    time_zone_offset: boundedInteger(
      LIMITS.TIME_ZONE_OFFSET_MIN_MINUTES,
      LIMITS.TIME_ZONE_OFFSET_MAX_MINUTES,
    ).meta({ description: 'Minutes, as `Date.prototype.getTimezoneOffset()` returns them: UTC+1 is -60.' }),
    language: languageTag,
  })
  .meta({
    id: 'BrowserInfo',
    clause: 'transactions#browser-info',
    description: 'Data about the customer’s browser, as EMV 3DS requires it.',
  })

/** A purpose alone saves nothing; with `false` the merchant says that nothing is saved. */
const purposeNeedsSaving = membersRule(({ save_card_for_future_payments: saves, tokenize_for: purpose }) =>
  purpose === undefined || saves !== undefined
    ? []
    : [{ path: ['save_card_for_future_payments'], message: 'is required when tokenize_for is given' }],
)

/** Whether and for what the card is saved. */
export const tokenization = z
  .strictObject({
    save_card_for_future_payments: z.boolean().optional(),
    tokenize_for: z.enum(TOKENIZE_FOR).optional(),
  })
  .check(purposeNeedsSaving)
  .meta({
    id: 'Tokenization',
    clause: 'saved-cards#saved-cards',
    description: 'Whether, and for what, the card is saved.',
    dependentRequired: { tokenize_for: ['save_card_for_future_payments'] },
  })

/** A moment as a caller writes it, in any time zone. */
export const moment = z.iso
  .datetime({ offset: true })
  .meta({ description: 'RFC 3339 with a time zone.', examples: ['2026-01-31T10:15:00Z'] })

/** Queries bring numbers as text. */
export function integerInQuery(min: number, max: number) {
  return z.preprocess(
    (text) => (typeof text === 'string' && /^[0-9]{1,15}$/.test(text) ? Number(text) : text),
    boundedInteger(min, max),
  )
}

/** The page of a list and its size. */
export const pageQuery = {
  limit: integerInQuery(1, LIMITS.PAGE_SIZE_MAX)
    .optional()
    .meta({ description: `Without it: ${LIMITS.PAGE_SIZE_DEFAULT}.` }),
  cursor: boundedText(1, LIMITS.NAME_MAX_CHARS).optional(),
}

/** Whether a payment of a session saves its card. Saving without asking takes precedence. */
/** A merchant's options for the authentication of the cardholder, in every request for a payment. */
export const authenticationOptions = {
  challenge_preference: z.enum(CHALLENGE_PREFERENCES).optional().meta({
    description:
      'The challenge preference for the issuer: NO_CHALLENGE and CHALLENGE are preferences, MANDATE means that a regulation requires one. Requires the terminal feature CHALLENGE_PREFERENCE.',
  }),
  exemption: z.enum(EXEMPTIONS).optional().meta({
    description:
      'The exemption from strong customer authentication that is requested from issuer and acquirer. Requires the terminal feature SCA_EXEMPTIONS.',
  }),
}

/** Options of a session. */
export const sessionOptions = z
  .strictObject({
    three_ds: z
      .strictObject(authenticationOptions)
      .optional()
      .meta({ description: 'The authentication of the cardholder.' }),
    installments: z
      .strictObject({
        max_count: boundedInteger(LIMITS.INSTALLMENTS_MIN, LIMITS.INSTALLMENTS_MAX).meta({
          description: 'The most installments that the shopper may choose.',
          examples: [12],
        }),
      })
      .optional()
      .meta({
        description:
          'The shopper chooses between paying at once and in installments, as far as the terminal allows it for the amount and the card.',
      }),
  })
  .meta({
    id: 'SessionOptions',
    clause: 'sessions#sessions',
    description: 'The authentication options of a session’s payments.',
  })

export const sessionTokenization = z.strictObject({
  save_card_for_future_payments: z
    .boolean()
    .optional()
    .meta({ description: 'Saves without asking; takes precedence.' }),
  show_save_card_for_future_payments: z.boolean().optional().meta({ description: 'Shows a checkbox.' }),
})
