import * as z from 'zod'

import { movement } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /undos`: gives back all that one call moved. The answer is an outcome. */
export const undo = z.object({
  ...movement,
  /** The authorization, purchase or order that must not stand. */
  original: earlierCall,
})

/** A request to give back what must not stand. */
export type UndoMessage = z.output<typeof undo>
