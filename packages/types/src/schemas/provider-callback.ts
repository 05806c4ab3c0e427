import * as z from 'zod'
import { RawNumber } from '../raw-number.ts'
import { LIMITS } from '../vocabulary/index.ts'
import { boundedText, currency } from './common.ts'
import { MESSAGES, rule } from './rules.ts'

const DECIMAL = /^[0-9]+(\.[0-9]+)?$/

function decimalText(value: unknown): string | undefined {
  if (value instanceof RawNumber) return value.source
  return typeof value === 'number' ? String(value) : undefined
}

/** A decimal number in major units, kept as its text: money is never turned into a floating-point number. */
const decimalAmount = z
  .unknown()
  .check(
    rule((value) => {
      if (value === undefined) return [{ message: MESSAGES.required }]
      return DECIMAL.test(decimalText(value) ?? '') ? [] : [{ message: MESSAGES.format }]
    }),
  )
  .transform((value) => decimalText(value) ?? '')
  .meta({ type: 'number', description: 'Major units, e.g. 10.5.' })

const identifier = boundedText(1, LIMITS.NAME_MAX_CHARS)

/** What a provider reports about a transaction. `status` is read without regard to case. */
export const providerCallback = z
  .strictObject({
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
    clause: 'provider-callback',
    description: 'What a provider reports about a transaction.',
  })

/** The answer to a report of a provider. */
export const providerCallbackAccepted = z
  .object({ status: z.literal('OK') })
  .meta({ id: 'ProviderCallbackAccepted', clause: 'provider-callback', description: 'The report is stored.' })

/** The provider's id in a path. */
export const providerCallbackParams = z.object({ provider_code: z.string().min(1) })
