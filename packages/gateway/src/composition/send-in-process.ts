import type { HandleMessage } from '@sluice/simulators'

import { ExchangeError, type Send } from '../providers/index.ts'

const FAILURES = { silence: 'TIMEOUT', reset: 'CONNECTION_LOST', unreachable: 'NEVER_SENT' } as const

/** Carries messages to a party of this process. What the party loses is lost at once: there is no socket to wait for. */
export function sendInProcess(party: string, handle: HandleMessage): Send {
  return async (message) => {
    const answer = await handle(message)
    if (!('lost' in answer)) return answer
    throw new ExchangeError(party, FAILURES[answer.lost])
  }
}
