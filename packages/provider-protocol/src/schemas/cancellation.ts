import * as z from 'zod'

import { key } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /cancellations`: the gateway cancels an order. The answer is an outcome. */
export const cancellation = z.object({
  /** The key of this call; the same when the call is repeated. */
  idempotency_key: key,
  /** The order. */
  ...earlierCall.shape,
})

/** A request to cancel an order. */
export type CancellationMessage = z.output<typeof cancellation>
