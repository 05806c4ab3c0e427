import type { ClientEnvelope } from '@sluice/types'

/** The current step of the shopper's browser. */
export interface RunningStep {
  readonly envelope: ClientEnvelope
  /** The continuation of this step's action, or of the last one before a redirect or a form. */
  readonly paymentData: string | null
}

export interface StepMemory {
  read(): RunningStep | null
  write(step: RunningStep): void
  forget(): void
}

/**
 * Stores the current step in this frame's session storage, so that it survives a reload of the merchant's page: it
 * ends with the tab, and no other origin can read it. If the browser denies storage to frames, the status still has
 * the outcome.
 *
 * @see docs/protocol/sessions.md#sessions
 */
export function keepSteps(sessionId: string, openStorage: () => Storage = () => sessionStorage): StepMemory {
  const key = `sluice:${sessionId}`
  return {
    read: () =>
      attempt(() => {
        const stored = openStorage().getItem(key)
        return stored === null ? null : (JSON.parse(stored) as RunningStep)
      }),
    write: (step) => void attempt(() => openStorage().setItem(key, JSON.stringify(step))),
    forget: () => void attempt(() => openStorage().removeItem(key)),
  }
}

function attempt<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}
