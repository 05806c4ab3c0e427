import type { World } from './world.ts'

interface Job {
  readonly atSeconds: number
  readonly run: () => void
}

export interface RunningWorld {
  readonly world: World
  /**
   * Runs everything that is due by now: refunds that settle, codes that expire, holds that were not captured in time.
   */
  readonly catchUp: () => void
}

export function createWorld(ports: {
  readonly nowMs: () => number
  readonly publicUrl: () => string
  readonly emit: World['emit']
  /** Distinguishes the ids of this twin from those of another. */
  readonly seed: string
}): RunningWorld {
  let jobs: Job[] = []
  let count = 0
  const nowSeconds = () => Math.floor(ports.nowMs() / 1000)
  const world: World = {
    nowSeconds,
    newId: (prefix) => `${prefix}_${ports.seed}${String(++count).padStart(10, '0')}`,
    emit: ports.emit,
    later: (afterSeconds, run) => {
      jobs.push({ atSeconds: nowSeconds() + afterSeconds, run })
    },
    publicUrl: ports.publicUrl,
    intents: new Map(),
    intentSecrets: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    methods: new Map(),
    behaviours: new Map(),
    tokens: new Map(),
    spentMethods: new Set(),
    customers: new Map(),
    setups: new Map(),
    balances: new Map(),
  }
  return {
    world,
    catchUp() {
      const now = nowSeconds()
      const due = jobs.filter(({ atSeconds }) => atSeconds <= now).sort((a, b) => a.atSeconds - b.atSeconds)
      jobs = jobs.filter(({ atSeconds }) => atSeconds > now)
      for (const { run } of due) run()
    },
  }
}
