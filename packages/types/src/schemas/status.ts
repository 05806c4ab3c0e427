import * as z from 'zod'
import { transaction } from './transaction.ts'

/** The transaction's or session's id in a path. */
export const statusParams = z.object({
  id: z
    .string()
    .min(1)
    .meta({ description: 'A transaction id, or a session id: then its latest transaction.' }),
})

/** The status of a transaction. */
export const statusFound = z
  .object({ found: z.literal(true), transaction })
  .meta({ id: 'StatusFound', clause: 'transactions#transactions', description: 'The transaction exists.' })

/** The answer for an id without a transaction. */
export const statusNotFound = z.object({ found: z.literal(false), transaction: z.null() }).meta({
  id: 'StatusNotFound',
  clause: 'transactions#transactions',
  description: 'The transaction does not exist.',
})
