import * as z from 'zod'

import { key } from './members.ts'
import { earlierCall } from './names.ts'

/** `POST /cancellations`: the gateway gives an order up. The answer is an outcome. */
export const cancellation = z.object({
  /** Of this call; the same when the call is repeated. */
  idempotency_key: key,
  /** The order. */
  ...earlierCall.shape,
})

/** A request to carry an order out no more. */
export type CancellationMessage = z.output<typeof cancellation>
