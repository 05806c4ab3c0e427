import type { Clock } from '@sluice/shared/clock'
import type { Timers } from '@sluice/shared/timers'

import type { HttpResult } from '../kit/http-message.ts'
import type { Send } from './send.ts'

/** The maximum number of concurrent requests of one account at the provider. */
const AT_ONCE_MAX = 64

/** How long a request waits for a slot. After that, the shopper still has time for another provider. */
const PLACE_TIMEOUT_MS = 5_000

const NEVER_SENT: HttpResult = { kind: 'failure', code: 'NEVER_SENT' }

/**
 * Limits the concurrent requests of an account at the provider, so that one account's burst leaves connections for
 * the others. A request that gets no slot in time was never sent, and the wait counts toward its time limit.
 */
export function limitRequests(
  send: Send,
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
  atOnce = AT_ONCE_MAX,
): Send {
  let free = atOnce
  const waiting: (() => void)[] = []
  const takePlace = async (): Promise<boolean> => {
    if (free > 0) {
      free -= 1
      return true
    }
    const decided = new AbortController()
    let hasPlace = false
    const given = () => {
      hasPlace = true
      decided.abort(null)
    }
    waiting.push(given)
    await timers.sleep(PLACE_TIMEOUT_MS, decided.signal)
    if (!hasPlace) waiting.splice(waiting.indexOf(given), 1)
    return hasPlace
  }
  const leavePlace = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (request, limitMs) => {
    const untilMs = clock.now() + limitMs
    if (!(await takePlace())) return NEVER_SENT
    try {
      const leftMs = untilMs - clock.now()
      return leftMs > 0 ? await send(request, leftMs) : NEVER_SENT
    } finally {
      leavePlace()
    }
  }
}
