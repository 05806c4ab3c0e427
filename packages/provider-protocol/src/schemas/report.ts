import * as z from 'zod'

import { currency, id } from './members.ts'

/** The message that a provider posts to `callback_url`, signed as a Standard Webhooks message. */
export const report = z.object({
  /** `account_id` of the order. */
  accountReference: id,
  /** The provider's own reference for the payment. */
  psTransactionId: id,
  transactionId: id,
  /** The payer as the provider knows it; opaque. */
  userId: id,
  currency,
  /** The amount in major units, with at most the currency's decimals: 10.5. */
  amount: z.number().nonnegative(),
  /** COMPLETED, DECLINED, CANCELED, EXPIRED, PENDING, and their synonyms. */
  status: z.string(),
  type: z.enum(['DEPOSIT', 'WITHDRAWAL', 'REFUND']),
})

/** A provider's report about an order, without a query. */
export type ReportMessage = z.output<typeof report>
