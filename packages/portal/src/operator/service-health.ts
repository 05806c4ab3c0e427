import type { Connector } from './connectors-view.ts'

/** How the service is, as the gateway returns it. */
export interface ServiceHealth {
  readonly providers: readonly Provider[]
  readonly connectors: readonly Connector[]
  readonly tasks: readonly Task[]
  readonly safeguards: readonly Safeguard[]
}

export interface Provider {
  readonly id: string
  /** What it lacks; null where nobody asked it. */
  readonly problems: readonly string[] | null
  readonly accounts: readonly {
    readonly id: string
    /** How many calls wait for an outcome, by state. */
    readonly open: Readonly<Record<string, number>>
    readonly next_at: string | null
  }[]
}

/** A job that runs at intervals, as the process knows it that served the page. */
export interface Task {
  readonly name: string
  readonly last_run_at: string
  /** In a row. */
  readonly failures: number
  /** Whether it should have run again long ago. */
  readonly late: boolean
}

export interface Safeguard {
  readonly safeguard: string
  readonly checked_at: string
  readonly problems: readonly string[]
}
