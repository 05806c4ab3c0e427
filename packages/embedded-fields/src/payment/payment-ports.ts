import type { ClientApi } from './client-api.ts'
import { browserConnection } from './connection.ts'
import type { FollowPorts } from './follow-payment.ts'
import { browserReach } from './reach.ts'
import type { StartPorts } from './start-payment.ts'
import { keepSteps } from './step-memory.ts'
import type { Surfaces } from './surfaces.ts'
import type { Unanswered } from './unanswered.ts'

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Everything that a payment needs but what the gateway says of its session. */
export type PaymentPorts = Omit<StartPorts, 'session'> & FollowPorts

/** What a payment in the API's session has in this browser. */
export function paymentPorts(api: ClientApi, unanswered: Unanswered, surfaces: Surfaces): PaymentPorts {
  const memory = keepSteps(api.sessionId)
  return {
    api,
    unanswered,
    surfaces,
    memory,
    connection: browserConnection,
    reach: browserReach,
    now: () => Date.now(),
    wait,
  }
}
