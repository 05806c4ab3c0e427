import type { ClientSession } from '@sluice/types'
import type { ApiAnswer, ClientApi } from './client-api.ts'
import { failureOf, type Failure } from './ending.ts'
import type { AddressResolver } from './reach.ts'

export interface LoadedSession {
  readonly kind: 'session'
  readonly session: ClientSession
  /**
   * The offset of the gateway's clock from this browser's. Sealed fields contain the time at which they were
   * sealed.
   */
  readonly clockOffsetMs: number
}

const RETRY_DELAYS_MS = [1_000, 3_000]

/** Loads the session for the form, and retries. */
export async function loadSession(
  api: Pick<ClientApi, 'getSession'>,
  {
    now,
    wait,
    reach,
  }: {
    readonly now: () => number
    readonly wait: (ms: number) => Promise<void>
    readonly reach: Pick<AddressResolver, 'learn'>
  },
): Promise<LoadedSession | Failure> {
  let answer: ApiAnswer<ClientSession> = { kind: 'offline' }
  for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
    if (delayMs > 0) await wait(delayMs)
    const askedAtMs = now()
    answer = await api.getSession()
    if (answer.kind === 'ok') {
      reach.learn(answer.body.fallback_origins)
      const answeredAtMs = (askedAtMs + now()) / 2
      return {
        kind: 'session',
        session: answer.body,
        clockOffsetMs: answer.body.server_time * 1_000 - answeredAtMs,
      }
    }
    if (answer.kind === 'refused' && answer.status < 500 && answer.status !== 429) break
  }
  return failureOf(answer)
}
