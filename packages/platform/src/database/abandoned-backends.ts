import { Client, type ClientConfig, type Connection } from 'pg'

/**
 * Sessions of the server that this process abandoned and has not seen end: one whose commit waits for a standby ends
 * neither with its connection nor with `statement_timeout`. They count against the pool, or a silent server would be
 * filled up.
 */
export interface AbandonedBackends {
  readonly size: number
  /** Adds a session. It counts until the server reports that it has ended. */
  add(processId: number): void
  stop(): Promise<void>
}

/** Most sessions have ended by then, and requests that wait for a connection wait on. */
const FIRST_ASKING_MS = 250
/** The longest delay after the return of a server until the pool has all of its connections again. */
const ASKING_INTERVAL_MS = 1_000
const ASKING_TIMEOUT_MS = 3_000

/**
 * @param config - of the pool: the question needs a connection of its own, because the pool may have none left.
 * @param onChange - is called with the new size.
 */
export function countAbandonedBackends(
  config: ClientConfig,
  onChange: (size: number) => void,
): AbandonedBackends {
  const abandoned = new Set<number>()
  let timer: NodeJS.Timeout | null = null
  let asking: Promise<void> = Promise.resolve()
  let isStopped = false

  const forget = (isGone: (processId: number) => boolean): void => {
    for (const processId of abandoned) if (isGone(processId)) abandoned.delete(processId)
    onChange(abandoned.size)
  }
  const ask = async (): Promise<void> => {
    const asked = [...abandoned]
    try {
      const living = new Set(await listLiving(config, asked))
      forget((processId) => asked.includes(processId) && !living.has(processId))
    } catch {
      // Silent, full or away: what the server holds is not known, and asked again.
    }
    schedule(ASKING_INTERVAL_MS)
  }
  const schedule = (delayMs: number): void => {
    if (isStopped || abandoned.size === 0 || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      asking = ask()
    }, delayMs)
    timer.unref()
  }
  return {
    get size() {
      return abandoned.size
    },
    add(processId) {
      abandoned.add(processId)
      onChange(abandoned.size)
      schedule(FIRST_ASKING_MS)
    },
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await asking
    },
  }
}

interface LivingBackend {
  readonly pid: number
  readonly is_ended: boolean
}

/**
 * One that is idle waits for a client that is gone, for hours where the network was cut: it is ended. One that works is not: ended in its
 * wait for a standby, it would show others a commit that a failover can still undo. `statement_timeout` ends all the others.
 *
 * Behind a pooler the numbers are not the server's: nothing is found, and the pooler limits its own sessions. */
async function listLiving(config: ClientConfig, processIds: readonly number[]): Promise<readonly number[]> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: ASKING_TIMEOUT_MS,
    query_timeout: ASKING_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const text = `select pid, case when state = 'idle' then pg_terminate_backend(pid) else false end as is_ended
      from pg_stat_activity where pid = any($1::int[]) and application_name = $2`
    const { rows } = await client.query<LivingBackend>(text, [processIds, config.application_name])
    return rows.filter(({ is_ended }) => !is_ended).map(({ pid }) => pid)
  } finally {
    // `end` alone would leave the connection open at an unresponsive server.
    ;(client as Client & { readonly connection: Connection }).connection.stream.destroy()
  }
}
