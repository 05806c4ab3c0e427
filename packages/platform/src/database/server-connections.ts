import type { Pool, PoolClient } from 'pg'

import type { AbandonedBackends } from './abandoned-backends.ts'
import { answerInTime, type LendOptions, type LentConnection } from './answer-in-time.ts'
import { DatabaseBusyError, LostConnectionError } from './database-errors.ts'
import { NewestTimeline, readServer, type ServerTimeline } from './server-timeline.ts'
import { createStatementNames } from './statement-names.ts'

/**
 * The maximum number of waiting requests per connection: they get it within the pool's time limit unless the database
 * hangs.
 */
const WAITING_MAX_PER_CONNECTION = 32

export interface ConnectionLimits extends Pick<LendOptions, 'deadlineMs' | 'findParser'> {
  readonly maxConnections: number
  /** Restricts a connection. */
  readonly restrict: (lent: LentConnection) => LentConnection
}

/** Members of a `pg` connection beyond its published types: the id of the server's process. */
type ServedClient = PoolClient & { readonly processID: number | null }

/** Lends the connections of a pool, and knows which server each of them leads to. */
export class ServerConnections {
  readonly #pool: Pool
  readonly #abandoned: AbandonedBackends
  readonly #limits: ConnectionLimits
  readonly #names = createStatementNames()
  readonly #newest = new NewestTimeline()
  readonly #timelines = new WeakMap<PoolClient, ServerTimeline | null>()
  readonly #preparedBy = new WeakMap<PoolClient, Set<string>>()
  #isServerKnown = false

  constructor(pool: Pool, abandoned: AbandonedBackends, limits: ConnectionLimits) {
    this.#pool = pool
    this.#abandoned = abandoned
    this.#limits = limits
  }

  /** @throws {@link LostConnectionError} Also when a failover has replaced the server. */
  async connect(): Promise<LentConnection> {
    if (this.#pool.waitingCount >= this.#limits.maxConnections * WAITING_MAX_PER_CONNECTION)
      throw new DatabaseBusyError()
    for (;;) {
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw new LostConnectionError(error)
      })
      const lent = this.#lend(client)
      const isNew = !this.#timelines.has(client)
      if (isNew) await this.#meet(client, lent)
      const timeline = this.#timelines.get(client) ?? null
      if (timeline === null || this.#newest.accepts(timeline)) return lent
      lent.release(true)
      // One that was made before the failover is replaced by one that is made now.
      if (isNew) throw new LostConnectionError(new Error(this.#newest.describeRefusal(timeline)))
    }
  }

  async end(): Promise<void> {
    await this.#abandoned.stop()
    await this.#pool.end()
  }

  #lend(client: PoolClient): LentConnection {
    const prepared = this.#preparedBy.get(client) ?? new Set()
    this.#preparedBy.set(client, prepared)
    const { deadlineMs, findParser, restrict } = this.#limits
    const { processID } = client as ServedClient
    const onFailedCall = (): void => {
      if (processID) this.#abandoned.add(processID)
    }
    return restrict(
      answerInTime(client, { deadlineMs, findParser, names: this.#names, prepared, onFailedCall }),
    )
  }

  /** Queries the process id and timeline of the server behind a new connection. */
  async #meet(client: PoolClient, lent: LentConnection): Promise<void> {
    try {
      const { processId, timeline } = await readServer(lent)
      // A pooler answers in place of the server and shares its sessions among connections: the process id that it reported at the
      // start is not one of the server's. The next session does not know the statements that this one has prepared.
      if (!this.#isServerKnown && processId !== (client as ServedClient).processID) this.#names.forgo()
      this.#isServerKnown = true
      this.#timelines.set(client, timeline)
    } catch (error) {
      lent.release(true)
      throw error
    }
  }
}
