import * as z from 'zod'
import { ZENGIN_ACCOUNT_TYPES } from '../vocabulary/index.ts'
import { timestamp } from './common.ts'

const account = {
  account_name: z.string(),
  reference: z.string().nullable(),
  expires_at: timestamp,
}

const bankName = z.string().nullable()

/** One line of an account of a country without a form of its own. */
export const localAccountLine = z
  .object({ label: z.string(), value: z.string() })
  .meta({ id: 'LocalAccountLine', clause: 'payments#bank-transfers', description: 'One line of an account.' })

/** The account that the customer transfers the money to, in the format of its country. */
export const bankTransferInstructions = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('IBAN'), ...account, iban: z.string(), bic: z.string().nullable() }),
    z.object({
      kind: z.literal('SORT_CODE'),
      ...account,
      sort_code: z.string(),
      account_number: z.string(),
    }),
    z.object({
      kind: z.literal('ABA'),
      ...account,
      routing_number: z.string(),
      account_number: z.string(),
      bank_name: bankName,
    }),
    z.object({
      kind: z.literal('IFSC'),
      ...account,
      ifsc: z.string(),
      account_number: z.string(),
      bank_name: bankName,
    }),
    z.object({ kind: z.literal('CLABE'), ...account, clabe: z.string(), bank_name: bankName }),
    z.object({
      kind: z.literal('ZENGIN'),
      ...account,
      bank_code: z.string(),
      bank_name: bankName,
      branch_code: z.string(),
      branch_name: bankName,
      account_type: z.enum(ZENGIN_ACCOUNT_TYPES),
      account_number: z.string(),
    }),
    z.object({ kind: z.literal('LOCAL'), ...account, lines: z.array(localAccountLine) }),
  ])
  .meta({
    id: 'BankTransferInstructions',
    clause: 'payments#bank-transfers',
    description:
      'The account to which the customer transfers the money; `kind` distinguishes the forms of the countries.',
  })
