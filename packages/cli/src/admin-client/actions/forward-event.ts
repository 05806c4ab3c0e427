import type { StreamedEvent } from '@sluice/server-sdk'
import { signForTests } from '@sluice/server-sdk/webhooks'

/** The response of a receiver to an event. */
export interface Forwarded {
  /** The HTTP status; null if there is no response. */
  readonly status: number | null
  /** The reason why there was no response; null if there was one. */
  readonly error: string | null
  readonly durationMs: number
}

/** The gateway's own limit for a receiver. */
const ANSWER_TIMEOUT_MS = 10_000

/** Sends an event like its webhook: with the same id and the same bytes, signed with this secret. */
export async function forwardEvent(
  { id, rawBody }: Pick<StreamedEvent, 'id' | 'rawBody'>,
  { url, secret }: { readonly url: URL; readonly secret: string },
): Promise<Forwarded> {
  const { body, headers } = await signForTests({ payload: rawBody, secret, id })
  const startedAtMs = performance.now()
  const answered = (status: number | null, error: string | null): Forwarded => ({
    status,
    error,
    durationMs: Math.round(performance.now() - startedAtMs),
  })
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.body?.cancel()
    return answered(response.status, null)
  } catch (error) {
    const { cause, name } = error as Error & { readonly cause?: { readonly code?: unknown } }
    return answered(null, typeof cause?.code === 'string' ? cause.code : name)
  }
}
