import { PROCESSING_CODE_LIST } from '@sluice/types/vocabulary'
import * as z from 'zod'

/** Members that several messages have. */

/** An amount in the currency's smallest unit: 10000 is EUR 100.00. */
export const minorUnits = z.int().nonnegative()

/** ISO 4217 letters. */
export const currency = z.string().regex(/^[A-Z]{3}$/)

/** The schema of a processing code that a provider answers with. */
export const processingCode = z.enum(PROCESSING_CODE_LIST as [(typeof PROCESSING_CODE_LIST)[number]])

/** A text of a provider: short, without control characters. */
export const shortText = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .regex(/^\P{Cc}*$/u)

/** A name without control characters, because not every database stores them. */
export const id = shortText(128).min(1)

/** Names one attempt: what has the same key moves money once. */
export const key = id

const text = z.string()

/** The payer, as far as known. */
const customer = z.object({
  id: text.nullable(),
  first_name: text.nullable(),
  last_name: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  /** YYYY-MM-DD. */
  date_of_birth: text.nullable(),
  /** IPv4 or IPv6 address of the connection. */
  ip: text.nullable(),
  /** BCP 47. */
  language: text.nullable(),
  address: text.nullable(),
  city: text.nullable(),
  postal_code: text.nullable(),
  state: text.nullable(),
  /** ISO 3166-1, two letters. */
  country: text.nullable(),
})

/** The address that a wallet gave along with its token. */
export const billingAddress = z.object({
  name: text.nullable(),
  address: text.nullable(),
  city: text.nullable(),
  postal_code: text.nullable(),
  state: text.nullable(),
  country: text.nullable(),
})

/** The data that the shopper's browser reported about itself. */
const browserInfo = z.object({
  user_agent: text,
  accept_header: text,
  java_enabled: z.boolean(),
  color_depth: z.int(),
  screen_height: z.int(),
  screen_width: z.int(),
  time_zone_offset: z.int(),
  language: text,
})

/** The members of every request that may move money. */
export const movement = {
  idempotency_key: key,
  merchant_id: id,
  transaction_id: id,
  /** The account with the provider, as the configuration calls it. */
  account_id: id,
  amount: minorUnits,
  currency,
  /** The merchant's `metadata`; in the test environment only, for simulators. */
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
}

/** Further members of an authorization or order: the seller and the payer. */
export const payment = {
  terminal_id: id,
  /** The merchant's own name of the payment. */
  reference: text,
  /** The text on the cardholder's statement. */
  description: text.nullable(),
  customer: customer.nullable(),
  browser_info: browserInfo.nullable(),
  /** The options of the request, unchanged, except those that the gateway handles itself. */
  options: z.record(z.string(), z.unknown()).nullable(),
}
