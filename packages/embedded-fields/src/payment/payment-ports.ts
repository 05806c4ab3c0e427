import type { ClientApi } from './client-api.ts'
import { browserConnection } from './connection.ts'
import type { FollowPorts } from './follow-payment.ts'
import { browserReach } from './reach.ts'
import type { StartPorts } from './start-payment.ts'
import { keepSteps } from './step-memory.ts'
import type { Surfaces } from './surfaces.ts'
import type { Unanswered } from './unanswered.ts'

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The dependencies of a payment, except the session's data. */
export type PaymentPorts = Omit<StartPorts, 'session'> & FollowPorts

/** Returns the dependencies of a payment in the API's session. */
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
