import type { Timers } from '@sluice/shared/timers'

import type { Send } from './send.ts'

/** Requests of one account at the provider at the same time. */
const AT_ONCE_MAX = 64

/** How long a request waits for a place. By then the shopper has time left for another provider. */
const PLACE_TIMEOUT_MS = 5_000

/**
 * Limits how many requests of an account are at the provider at the same time, so that one account's burst leaves the others their connections.
 * A request without a place in time was never sent.
 */
export function limitRequests(send: Send, timers: Timers, atOnce = AT_ONCE_MAX): Send {
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
    if (!(await takePlace())) return { kind: 'failure', code: 'NEVER_SENT' }
    try {
      return await send(request, limitMs)
    } finally {
      leavePlace()
    }
  }
}
