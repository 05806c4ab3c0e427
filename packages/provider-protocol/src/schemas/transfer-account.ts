import { ZENGIN_ACCOUNT_TYPES } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { shortText } from './members.ts'

const digits = (min: number, max = min) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[0-9]+$/)

/** The members that every account has. */
const account = {
  account_name: shortText(140).min(1),
  /** The reference for the customer's transfer; null if the account is for this payment only. */
  reference: shortText(140).min(1).nullable(),
}

const bankName = shortText(140).min(1).nullish()

/** An account that the customer transfers money to, as its country writes it. */
export const transferAccount = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('IBAN'),
    ...account,
    iban: z.string().regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/),
    bic: z
      .string()
      .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
      .nullable(),
  }),
  /** The United Kingdom. */
  z.object({ kind: z.literal('SORT_CODE'), ...account, sort_code: digits(6), account_number: digits(8) }),
  /** The United States. */
  z.object({
    kind: z.literal('ABA'),
    ...account,
    routing_number: digits(9),
    account_number: digits(4, 17),
    bank_name: bankName,
  }),
  /** India. */
  z.object({
    kind: z.literal('IFSC'),
    ...account,
    ifsc: z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/),
    account_number: digits(9, 18),
    bank_name: bankName,
  }),
  /** Mexico. */
  z.object({ kind: z.literal('CLABE'), ...account, clabe: digits(18), bank_name: bankName }),
  /** Japan. */
  z.object({
    kind: z.literal('ZENGIN'),
    ...account,
    bank_code: digits(4),
    bank_name: bankName,
    branch_code: digits(3),
    branch_name: bankName,
    account_type: z.enum(ZENGIN_ACCOUNT_TYPES),
    account_number: digits(7),
  }),
  /** Any other country: the lines to copy, each labelled in the customer's language. */
  z.object({
    kind: z.literal('LOCAL'),
    ...account,
    lines: z
      .array(z.object({ label: shortText(60).min(1), value: shortText(140).min(1) }))
      .min(1)
      .max(12),
  }),
])

/** An account that the customer transfers money to. */
export type TransferAccountMessage = z.output<typeof transferAccount>
