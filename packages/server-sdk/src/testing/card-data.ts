import { passesLuhn } from '../cards/passes-luhn.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'

/** Something in a text that looks like card data. The number itself is never repeated. */
export interface CardDataFinding {
  /** The kind of the finding. */
  readonly kind: 'card number' | 'security code'
  /** Its encoding: `plain` also with spaces or dashes between the digits. */
  readonly encoding: 'plain' | 'percent' | 'hex' | 'base64'
  /** Its position in the text, in UTF-16 code units; for encoded data, the position of the encoded piece. */
  readonly index: number
}

/** Further card data to find, besides every valid card number. */
export interface CardDataSearch {
  /** A security code that must not occur either. Choose three digits that occur nowhere else. */
  readonly cvv?: string
}

const CARD_DATA_SEARCH: KnownOptions<CardDataSearch> = { cvv: true }

/** Digits with at most one space or dash between two of them. */
const DIGIT_RUN = /[0-9](?:[ \u00a0-]?[0-9]){12,}/g

/** Our ids and those of others: hexadecimal digits that may look like anything. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** Thirteen ASCII digits as hexadecimal, `34 32 34 32 …` without the spaces. */
const HEX_DIGITS = /(?:3[0-9]){13,}/g

/** Thirteen digits are 18 characters of Base64; anything shorter can hold no card number. */
const BASE64 = /[A-Za-z0-9+/_-]{18,}/g

const PERCENT_ENCODED = /%[0-9a-f]{2}/i

const CARD_NUMBER_MIN_DIGITS = 13
const CARD_NUMBER_MAX_DIGITS = 19

/** Numbers of cards begin so; times in milliseconds, which often pass the Luhn check, begin with 1. */
const FIRST_DIGIT = /^[2-69]/

/**
 * Finds card numbers in a text (13 to 19 digits with a right check digit), plain or with separators, percent-encoded,
 * in hexadecimal or Base64, and a given security code.
 *
 * @throws When `search` has an unknown member: a misspelt `cvv` would never be found. {@link ConfigurationError}
 */
export function findCardData(text: string, search: CardDataSearch = {}): CardDataFinding[] {
  refuseUnknownOptions(search, CARD_DATA_SEARCH, 'search')
  const { cvv } = search
  const at = (encoding: CardDataFinding['encoding'], decoded: string, place?: number): CardDataFinding[] => [
    ...findCardNumbers(decoded).map((index) => ({
      kind: 'card number' as const,
      encoding,
      index: place ?? index,
    })),
    ...(cvv === undefined ? [] : findWord(decoded, cvv)).map((index) => ({
      kind: 'security code' as const,
      encoding,
      index: place ?? index,
    })),
  ]
  return [
    ...at('plain', text),
    ...(PERCENT_ENCODED.test(text) ? at('percent', decodePercent(text), 0) : []),
    ...[...text.matchAll(HEX_DIGITS)].flatMap(({ 0: hex, index }) =>
      at('hex', hex.replaceAll(/3([0-9])/g, '$1'), index),
    ),
    ...[...text.matchAll(BASE64)].flatMap(({ 0: word, index }) => at('base64', decodeBase64(word), index)),
  ]
}

/**
 * Throws if a text contains card data: for logs, database dumps, error messages and all other texts that your tests can
 * see.
 *
 * @throws {Error} that says what was found, how it was written and where; never the number.
 * @throws When `search` has an unknown member. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * expectNoCardData(logLines.join('\n'), { cvv: '737' })
 * ```
 */
export function expectNoCardData(text: string, search: CardDataSearch = {}): void {
  const findings = findCardData(text, search)
  if (findings.length === 0) return
  const places = findings.map(({ kind, encoding, index }) => `a ${kind} (${encoding}) at ${index}`)
  throw new Error(`The text holds card data: ${[...new Set(places)].join(', ')}.`)
}

function findCardNumbers(text: string): number[] {
  const withoutIds = text.replaceAll(UUID, (id) => '.'.repeat(id.length))
  return [...withoutIds.matchAll(DIGIT_RUN)]
    .filter(({ 0: run }) => holdsCardNumber(run))
    .map(({ index }) => index)
}

/** Checks whole groups of digits: a card number is between separators, not in the middle of a longer number. */
function holdsCardNumber(run: string): boolean {
  const groups = run.split(/[^0-9]/)
  return groups.some((_, first) => {
    let digits = ''
    return groups.slice(first).some((group) => {
      digits += group
      return isCardNumber(digits)
    })
  })
}

function isCardNumber(digits: string): boolean {
  const isLongEnough = digits.length >= CARD_NUMBER_MIN_DIGITS && digits.length <= CARD_NUMBER_MAX_DIGITS
  return isLongEnough && FIRST_DIGIT.test(digits) && passesLuhn(digits)
}

const LETTER_OR_DIGIT = /[0-9A-Za-z]/

function findWord(text: string, word: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const neighbours = [text[at - 1], text[at + word.length]]
    if (neighbours.every((sign) => sign === undefined || !LETTER_OR_DIGIT.test(sign))) found.push(at)
  }
  return found
}

function decodePercent(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Byte by byte: text that is not Base64 decodes to bytes that are not digits. */
function decodeBase64(word: string): string {
  const standard = word.replaceAll('-', '+').replaceAll('_', '/')
  return atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0)))
}
