import type { StartedGateway } from '@sluice/server-sdk/testing'

export interface SandboxClock {
  /** The time of the sandbox. */
  now(): Promise<Date>
  /** Lets time pass until then; a time that has passed changes nothing. */
  moveTo(time: Date): Promise<void>
}

/** The clock of a gateway's sandbox, which a service uses in place of its own while it is tried out. */
export function createSandboxClock({ advance }: Pick<StartedGateway, 'advance'>): SandboxClock {
  let aheadSeconds = 0
  const now = () => new Date(Date.now() + aheadSeconds * 1_000)
  return {
    now: () => Promise.resolve(now()),
    async moveTo(time) {
      const seconds = Math.max(0, Math.ceil((time.getTime() - now().getTime()) / 1_000))
      await advance(seconds)
      aheadSeconds += seconds
    },
  }
}
