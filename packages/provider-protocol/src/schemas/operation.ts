import { MANAGE_TYPES } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { movement } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /operations`. */
export const operation = z.object({
  ...movement,
  operation: z.enum(MANAGE_TYPES),
  /** The authorization, purchase or order. */
  original: earlierCall,
  /** What is captured, refunded or voided: for the refund of a capture, the capture. */
  parent: earlierCall,
  /** Whether a capture releases what it leaves open. */
  final_capture: z.boolean(),
})

/** A request to capture, refund or void. */
export type OperationMessage = z.output<typeof operation>
