import * as z from 'zod'

import { movement } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /undos`: reverses everything that one call moved. The answer is an outcome. */
export const undo = z.object({
  ...movement,
  /** The authorization, purchase or order to reverse. */
  original: earlierCall,
})

/** A request to reverse a call. */
export type UndoMessage = z.output<typeof undo>
