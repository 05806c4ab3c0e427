import type { LentConnection } from './answer-in-time.ts'
import { isDatabaseOutage } from './database-errors.ts'

/** The data that a server reports when a connection is established. */
export interface ServerReading {
  /** The id of the responding process; a pooler reports another one when the connection is established. */
  readonly processId: number | null
  /** Null if the server does not report it: a standby, or one that hides its control file. */
  readonly timeline: ServerTimeline | null
}

/** PostgreSQL begins a new timeline with each failover. */
export interface ServerTimeline {
  /** The id of the cluster: all copies of a server have the same. */
  readonly system: string
  readonly timeline: number
}

/** A standby has no write position, so the query omits it. */
const READING = `select pg_backend_pid() as pid, system_identifier::text as system,
  case when pg_is_in_recovery() then null else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline
  from pg_control_system()`

const PROCESS_ALONE = 'select pg_backend_pid() as pid, null as system, null as timeline'

const HEXADECIMAL = 16

/** @throws When the connection is lost. */
export async function readServer(lent: LentConnection): Promise<ServerReading> {
  const rows = await lent.runText(READING).catch((error: unknown) => {
    if (isDatabaseOutage(error)) throw error
    return lent.runText(PROCESS_ALONE)
  })
  const { pid, system, timeline } = rows?.[0] ?? {}
  return {
    processId: typeof pid === 'number' ? pid : null,
    timeline:
      typeof system === 'string' && typeof timeline === 'string'
        ? { system, timeline: Number.parseInt(timeline, HEXADECIMAL) }
        : null,
  }
}

/**
 * Stores the newest timeline that this process has seen. A primary with an older one was replaced by a failover and
 * came back: it lacks what the newer one has acknowledged, which would be charged again.
 *
 * @decision 0004
 */
export class NewestTimeline {
  #newest: ServerTimeline | null = null

  /**
   * Returns whether a server is as new as any before. One of another cluster is: an operator has moved the database.
   */
  accepts(seen: ServerTimeline): boolean {
    if (this.#newest?.system === seen.system && seen.timeline < this.#newest.timeline) return false
    this.#newest = seen
    return true
  }

  /** Returns the log message for a server that was refused. */
  describeRefusal({ timeline }: ServerTimeline): string {
    return (
      `the database server is on timeline ${timeline}, but a failover started timeline ${this.#newest?.timeline}: ` +
      'it lacks commits that were acknowledged since. Point the gateways to the newer server. ' +
      'If the newer one is lost, reconcile with the providers, and restart every gateway to continue with this one'
    )
  }
}
