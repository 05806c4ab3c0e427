import type { Connector } from './connectors-view.ts'

/** The state of the service, as the gateway returns it. */
export interface ServiceHealth {
  readonly providers: readonly Provider[]
  readonly connectors: readonly Connector[]
  readonly tasks: readonly Task[]
  readonly safeguards: readonly Safeguard[]
}

export interface Provider {
  readonly id: string
  /** Its problems; null if it was not queried. */
  readonly problems: readonly string[] | null
  readonly accounts: readonly {
    readonly id: string
    /** The number of calls without an outcome, by state. */
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
  /** Whether its next run is overdue. */
  readonly late: boolean
}

export interface Safeguard {
  readonly safeguard: string
  readonly checked_at: string
  readonly problems: readonly string[]
}
