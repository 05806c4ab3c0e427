import { MANAGE_TYPES } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { key, movement } from './members.ts'

/** `POST /operations`. */
export const operation = z.object({
  ...movement,
  operation: z.enum(MANAGE_TYPES),
  /** Key of the authorization, purchase or order. */
  original_key: key,
  /** Key of what is captured, refunded or voided: of a capture's refund the capture. */
  parent_key: key,
  /** Whether a capture releases what it leaves open. */
  final_capture: z.boolean(),
})

/** A request to capture, refund or void. */
export type OperationMessage = z.output<typeof operation>
