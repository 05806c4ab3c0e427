import * as z from 'zod'

import { earlierCall } from './names.ts'
import { outcome } from './outcome.ts'

/** `POST /questions`: returns the outcome of an authorization, operation or order. */
export const question = earlierCall

/** A status query about a call that may have been executed. */
export type QuestionMessage = z.output<typeof question>

/** Answer of `POST /questions`. */
export const finding = z.discriminatedUnion('found', [
  z.object({ found: z.literal(true), outcome }),
  z.object({ found: z.literal(false) }),
])

/** The outcome that the provider knows for a queried call. */
export type FindingMessage = z.output<typeof finding>
