import { MANAGE_TYPES } from '@sluice/types/vocabulary'
import * as z from 'zod'

import { minorUnits, movement } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /operations`. */
export const operation = z.object({
  ...movement,
  operation: z.enum(MANAGE_TYPES),
  /** The authorization, purchase or order. */
  original: earlierCall,
  /** The target of the operation: for the refund of a capture, the capture. */
  parent: earlierCall,
  /** Whether a capture releases what it leaves open. */
  final_capture: z.boolean(),
  /** For INCREMENT and EXTEND: the total amount of the authorization once the operation is approved. */
  authorized_amount: minorUnits.optional(),
})

/** A request for an operation on an earlier payment. */
export type OperationMessage = z.output<typeof operation>
