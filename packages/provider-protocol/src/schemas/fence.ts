import * as z from 'zod'

import { key } from './members.ts'
import { earlierCall } from './names.ts'
import { outcome } from './outcome.ts'

/** `POST /fences`. */
export const fence = earlierCall

/** A request that keeps a call from being carried out later. */
export type FenceMessage = z.output<typeof fence>

/** Answer of `POST /fences`. */
export const fenceAnswer = z.discriminatedUnion('result', [
  /** The call was not executed, and never will be. */
  z.object({ result: z.literal('FENCED'), key }),
  /** Being executed: ask again. */
  z.object({ result: z.literal('IN_PROGRESS'), key }),
  /** Executed before the fence arrived. */
  z.object({ result: z.literal('OUTCOME'), outcome }),
])

/** The provider's answer to a fence. */
export type FenceAnswerMessage = z.output<typeof fenceAnswer>
