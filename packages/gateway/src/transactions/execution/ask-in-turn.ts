import { createWorkQueue } from '../../kernel/work-queue.ts'

/**
 * Questions at one party at once: a quarter of the connections that a party gets, so that however many want to know what
 * became of a payment, and however slowly the party answers, payments find the others free.
 */
export const QUESTIONS_AT_ONCE = 64
/** Questions that wait for one of those places; what comes then counts as not answered, and is asked again when it is due. */
export const QUESTIONS_WAITING = 256

/** Makes a call outside whose question waits for its turn. */
export type AskInTurn = <T, Heard>(
  ask: () => Promise<T>,
  call: (askInTurn: () => Promise<T>) => Promise<Heard>,
) => Promise<Heard>

/** The turns of one party. Waiting counts towards the limit of the call: what is not heard any more leaves the queue unasked. */
export function createAskInTurn(): AskInTurn {
  const inTurn = createWorkQueue({ atOnce: QUESTIONS_AT_ONCE, waitingMax: QUESTIONS_WAITING })
  return async (ask, call) => {
    const heard = new AbortController()
    try {
      return await call(() => inTurn(ask, { hasPriority: false, signal: heard.signal }))
    } finally {
      heard.abort()
    }
  }
}
