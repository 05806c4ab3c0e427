import type { ClientSessionStatus } from '@sluice/types'
import type { ClientApi } from './client-api.ts'

/** The interval between two status queries: soon enough for a shopper, and half of the gateway's rate limit. */
const STATUS_INTERVAL_MS = 2_500

export interface StatusWatch {
  /** Resolves with the first status that ends the payment, or with null if the session no longer exists. */
  readonly ended: Promise<ClientSessionStatus | null>
  /** Queries at once. @returns whether the payment has ended. */
  look(): Promise<boolean>
  stop(): void
}

/**
 * Polls the session's status, so that a lost message or response cannot leave the shopper waiting.
 *
 * @param isEnd - Whether a status ends the payment.
 */
export function watchStatus(
  api: Pick<ClientApi, 'getStatus'>,
  wait: (ms: number) => Promise<void>,
  isEnd: (status: ClientSessionStatus) => boolean,
): StatusWatch {
  let running = true
  let resolve: (status: ClientSessionStatus | null) => void = () => undefined
  const ended = new Promise<ClientSessionStatus | null>((settle) => (resolve = settle))

  async function look(): Promise<boolean> {
    const answer = await api.getStatus()
    const isGone = answer.kind === 'refused' && answer.status === 404
    if (!isGone && !(answer.kind === 'ok' && isEnd(answer.body))) return false
    running = false
    resolve(answer.kind === 'ok' ? answer.body : null)
    return true
  }

  async function poll(): Promise<void> {
    while (running) {
      await wait(STATUS_INTERVAL_MS)
      if (running) await look()
    }
  }
  void poll()

  return { ended, look, stop: () => (running = false) }
}
