import * as z from 'zod'
import { RawNumber } from '../raw-number.ts'
import { LIMITS } from '../vocabulary/index.ts'
import { boundedText, currency } from './common.ts'
import { MESSAGES, rule } from './rules.ts'

/** A JSON number that is not negative. More than 99 zeros are not an amount, only work. */
const NUMBER = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,2}))?$/

function numberText(value: unknown): string {
  if (value instanceof RawNumber) return value.source
  return typeof value === 'number' ? String(value) : ''
}

/** Writes a number without its exponent, which moves the point: many languages write ten million as `1.0E7`. */
function withoutExponent(text: string): string {
  const [, whole = '', decimals = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const digits = whole + decimals
  const point = whole.length + Number(exponent)
  if (point >= digits.length) return digits.padEnd(point, '0')
  return point > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`
}

/** A decimal number in major units, kept as its text: money is never turned into a floating-point number. */
const decimalAmount = z
  .unknown()
  .check(
    rule((value) => {
      if (value === undefined) return [{ message: MESSAGES.required }]
      return NUMBER.test(numberText(value)) ? [] : [{ message: MESSAGES.format }]
    }),
  )
  .transform((value) => withoutExponent(numberText(value)))
  .meta({ type: 'number', description: 'Major units, e.g. 10.5.' })

const identifier = boundedText(1, LIMITS.NAME_MAX_CHARS)

/**
 * A provider's report about a transaction. `status` is read without regard to case.
 *
 * @decision 0022
 */
export const providerCallback = z
  .object({
    accountReference: identifier,
    psTransactionId: identifier,
    transactionId: identifier,
    userId: identifier,
    currency,
    amount: decimalAmount,
    status: identifier,
    type: z.enum(['DEPOSIT', 'WITHDRAWAL', 'REFUND']),
  })
  .meta({
    id: 'ProviderCallback',
    clause: 'redirect-methods#provider-callback',
    description: 'A provider’s report about a transaction.',
  })

/** The answer to a report of a provider. */
export const providerCallbackAccepted = z.object({ status: z.literal('OK') }).meta({
  id: 'ProviderCallbackAccepted',
  clause: 'redirect-methods#provider-callback',
  description: 'The report is stored.',
})

/** The provider's id in a path. */
export const providerCallbackParams = z.object({ provider_code: z.string().min(1) })

/** The ids of a provider and one of its accounts in a path. */
export const providerAccountCallbackParams = z.object({
  provider_code: z.string().min(1),
  account_id: z.string().min(1),
})
