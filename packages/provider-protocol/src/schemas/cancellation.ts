import * as z from 'zod'

import { key } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /cancellations`: the gateway cancels an order, or a card payment that waits for its shopper. The answer is an outcome. */
export const cancellation = z.object({
  /** The key of this call; the same when the call is repeated. */
  idempotency_key: key,
  /** The order, or the authorization. */
  ...earlierCall.shape,
})

/** A request to cancel what waits for a person. */
export type CancellationMessage = z.output<typeof cancellation>
