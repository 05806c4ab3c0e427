import { ECI_VALUES, LIMITS, NETWORK_TOKEN_SOURCES } from '@sluice/types/vocabulary'
import { ValidationError, type ValidationProblem } from '../errors/validation-error.ts'
import type { Card } from './card.ts'
import type { NetworkToken } from './network-token.ts'
import { passesLuhn } from './passes-luhn.ts'

/**
 * The context of a rule: the brand sets the length of the security code, the current year the limit of the expiry year.
 */
interface Context {
  readonly isAmericanExpress: boolean
  /** The year in which the last place on Earth is. */
  readonly currentYear: number
}

interface Rule {
  readonly message: string
  readonly isKept: (value: string, context: Context) => boolean
}

const DIGITS = `must be ${LIMITS.PAN_MIN_DIGITS} to ${LIMITS.PAN_MAX_DIGITS} digits without spaces`
const NUMBER_SHAPE = /^[0-9]+$/
const MONTH_SHAPE = /^([1-9]|1[0-2])$/
const YEAR_SHAPE = /^([0-9]{2}|[0-9]{4})$/
const PADDED_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const { CRYPTOGRAM_MIN_BYTES, CRYPTOGRAM_MAX_BYTES } = LIMITS
const AMERICAN_EXPRESS = /^3[47]/
/** Two-digit years belong to this century. */
const CENTURY = 2000
/** The last place to leave a year is UTC−12. */
const LAST_TIME_ZONE_MS = 12 * 3_600_000

function isCardNumberShaped(value: string): boolean {
  const isLongEnough = value.length >= LIMITS.PAN_MIN_DIGITS && value.length <= LIMITS.PAN_MAX_DIGITS
  return isLongEnough && NUMBER_SHAPE.test(value)
}

const NUMBER: readonly Rule[] = [
  { message: DIGITS, isKept: isCardNumberShaped },
  { message: 'is not a valid card number: compare its digits with the card', isKept: passesLuhn },
]

const EXPIRY: Readonly<Record<'expirationMonth' | 'expirationYear', readonly Rule[]>> = {
  expirationMonth: [
    { message: 'must be 1 to 12 without a leading zero', isKept: (value) => MONTH_SHAPE.test(value) },
  ],
  expirationYear: [
    { message: 'must be 2 or 4 digits', isKept: (value) => YEAR_SHAPE.test(value) },
    {
      message: 'must be this year or later',
      isKept: (value, { currentYear }) => toYear(value) >= currentYear,
    },
  ],
}

const CVV: readonly Rule[] = [
  {
    message: `must be ${LIMITS.CVV_DIGITS} digits, ${LIMITS.CVV_AMEX_DIGITS} for American Express`,
    isKept: (value, { isAmericanExpress }) =>
      /^[0-9]+$/.test(value) &&
      value.length === (isAmericanExpress ? LIMITS.CVV_AMEX_DIGITS : LIMITS.CVV_DIGITS),
  },
]

const CRYPTOGRAM: readonly Rule[] = [
  {
    message: `must be ${CRYPTOGRAM_MIN_BYTES} to ${CRYPTOGRAM_MAX_BYTES} bytes in Base64`,
    isKept: (value) => {
      const bytes = (value.replaceAll('=', '').length * 3) >> 2
      return PADDED_BASE64.test(value) && bytes >= CRYPTOGRAM_MIN_BYTES && bytes <= CRYPTOGRAM_MAX_BYTES
    },
  },
]

/**
 * Checks a card before it is sealed, because afterwards the reason for a refusal is not visible.
 *
 * @param nowMs - milliseconds since the epoch.
 * @throws When a member breaks a rule, or cannot be sealed; the value is not repeated. {@link ValidationError}
 */
export function checkCard(card: Card, nowMs: number): void {
  requireObject('card', card)
  const rules = { number: NUMBER, cvv: CVV, ...EXPIRY }
  const unknown = Object.keys(card).filter((member) => !Object.hasOwn(rules, member))
  refuse([
    ...findProblems('card', card, rules, nowMs),
    ...unknown.map((member) => problem(`card.${member}`, `is not one of ${Object.keys(rules).join(', ')}`)),
  ])
}

/**
 * Checks a security code that is sent with a saved card. Its brand is the gateway's to know.
 *
 * @throws When it is not 3 or 4 digits. {@link ValidationError}
 */
export function checkCvv(cvv: string): void {
  if (typeof cvv === 'string' && /^[0-9]{3,4}$/.test(cvv)) return
  refuse([{ property: 'cvv', message: 'must be 3 or 4 digits', params: ['cvv'] }])
}

/**
 * Checks a network token before it is sealed.
 *
 * @param nowMs - milliseconds since the epoch.
 * @throws When a member breaks a rule, or a cryptogram and its ECI did not come together. {@link ValidationError}
 */
export function checkNetworkToken(token: NetworkToken, nowMs: number): void {
  requireObject('token', token)
  const { cryptogram, eci, source } = token
  const rules = { number: NUMBER, ...EXPIRY, ...(cryptogram !== undefined && { cryptogram: CRYPTOGRAM }) }
  refuse([
    ...findProblems('token', token, rules, nowMs),
    ...(cryptogram !== undefined && eci === undefined
      ? [problem('token.eci', 'is required when a cryptogram is given')]
      : []),
    ...(cryptogram === undefined && eci !== undefined
      ? [problem('token.eci', 'must be omitted without a cryptogram')]
      : []),
    ...findUnknownValue('token.eci', eci, ECI_VALUES),
    ...findUnknownValue('token.source', source, NETWORK_TOKEN_SOURCES),
  ])
}

/** Programs in TypeScript fail earlier, at compile time. */
function requireObject(subject: string, given: unknown): void {
  if (typeof given !== 'object' || given === null) refuse([problem(subject, 'is required')])
}

/** The first broken rule of each member. */
function findProblems<Given extends Card | NetworkToken>(
  subject: string,
  given: Given,
  rules: { readonly [Member in keyof Given]?: readonly Rule[] },
  nowMs: number,
): ValidationProblem[] {
  const context = {
    isAmericanExpress: AMERICAN_EXPRESS.test(given.number),
    currentYear: new Date(nowMs - LAST_TIME_ZONE_MS).getUTCFullYear(),
  }
  return Object.entries<readonly Rule[] | undefined>(rules).flatMap(([member, itsRules = []]) => {
    const value: unknown = Reflect.get(given, member)
    if (typeof value !== 'string') return [problem(`${subject}.${member}`, 'must be a string')]
    const broken = itsRules.find(({ isKept }) => !isKept(value, context))
    return broken ? [problem(`${subject}.${member}`, broken.message)] : []
  })
}

function findUnknownValue(
  property: string,
  value: string | undefined,
  known: readonly string[],
): ValidationProblem[] {
  const isKnown = value === undefined || known.includes(value)
  return isKnown ? [] : [problem(property, `must be one of ${known.join(', ')}`)]
}

function problem(property: string, message: string): ValidationProblem {
  return { property, message, params: [property] }
}

function refuse(problems: readonly ValidationProblem[]): void {
  if (problems.length > 0) throw new ValidationError({ foundBy: 'sdk', problems })
}

function toYear(text: string): number {
  return text.length === 2 ? CENTURY + Number(text) : Number(text)
}
