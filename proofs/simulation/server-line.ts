import { setTimeout as pause } from 'node:timers/promises'

import { type Client, DatabaseError } from 'pg'

import type { NamedRandom } from './named-random.ts'
import { type Call, lost, ownerOf, pidOf, streamOf } from './server-call.ts'
import type { Scheduler } from './scheduler.ts'
import { listenTo } from './until-quiet.ts'

/** The faults of a call that writes, from harmless to severe. */
const FAULTS = [
  'cannot be serialized',
  'is a deadlock',
  'is cut before',
  'is cut after',
  'finds the server stopped',
] as const

/** The names of the errors in PostgreSQL. */
const CODES = { 'cannot be serialized': '40001', 'is a deadlock': '40P01' } as const

/** The downtime of a stopped server. */
const STOPPED_MS = [0, 500, 3_000, 20_000] as const

/** A call without an answer after this time may be waiting for a lock. */
const LOCK_LOOK_MS = 5

/**
 * The lines from the processes of a scenario to their PostgreSQL server. The server does one thing at a time, in the
 * order of the requests; a request that waits for a lock lets others go first. Answers are delivered one by one, the
 * oldest first, each when nothing else moves, so the order of everything is the same each time, although the server is
 * a real one.
 */
export class ServerLine {
  /** The share of faulty calls that write; from 0 to 1. */
  errorShare = 0
  /** Whether anything may have been committed since the last reset. */
  hasWritten = false
  readonly #scheduler: Scheduler
  readonly #randomness: NamedRandom
  /** Queries the locks for which the others wait. */
  readonly #observer: Client
  readonly #clients = new Map<string, Set<Client>>()
  readonly #dead = new Set<string>()
  /** The calls of dead processes, which are answered when the scenario is over. */
  readonly #unheard: Call[] = []
  readonly #forget: () => void
  #asked: Call[] = []
  /** The calls in the order of their requests, sent or not. */
  #open: Call[] = []
  #waiting: Call[] = []
  #working: Promise<void> | null = null
  #isOver = false
  #stoppedUntilMs = 0
  #onHeard = (): void => undefined

  /** @param observer - connected to the scenario's database, outside every process. */
  constructor(
    environment: { readonly scheduler: Scheduler; readonly randomness: NamedRandom },
    observer: Client,
  ) {
    this.#scheduler = environment.scheduler
    this.#randomness = environment.randomness
    this.#observer = observer
    this.#forget = listenTo(() => this.#tellNext())
  }

  /** Assigns connections with this name to the process from now on. */
  begin(process: string): void {
    this.#clients.set(process, new Set())
  }

  hasBegun(process: string): boolean {
    return this.#clients.has(process)
  }

  /**
   * The process dies: the server receives nothing more from it, rolls back its open transactions, and releases its
   * locks.
   */
  end(process: string): void {
    this.#dead.add(process)
    for (const call of this.#open.filter(({ owner }) => owner === process)) this.#leaveUnheard(call)
    const clients = [...(this.#clients.get(process) ?? [])]
    const send = async (): Promise<() => void> => {
      for (const client of clients) streamOf(client).destroy()
      await this.#untilGone(clients)
      return () => undefined
    }
    const [client = this.#observer] = clients
    this.ask({
      owner: 'server',
      client,
      what: `end of ${process}`,
      isWrite: false,
      send,
      fail: () => undefined,
    })
  }

  /**
   * The scenario has ended: everything continues normally, and dead processes see their connections closed.
   */
  release(): void {
    this.errorShare = 0
    this.#isOver = true
    this.#forget()
    for (const { tell } of this.#open.splice(0)) tell?.()
    for (const call of this.#unheard.splice(0)) call.fail(lost())
  }

  /** Settles when there are no more calls. */
  async untilIdle(): Promise<void> {
    while (this.#working) await this.#working
  }

  /** Accepts a new connection of a living process; returns false while the server is stopped. */
  accept(client: Client): boolean {
    if (this.#scheduler.nowMs < this.#stoppedUntilMs && !this.#isOver) return false
    const clients = this.#clients.get(ownerOf(client))
    clients?.add(client)
    client.once('end', () => clients?.delete(client))
    // The connection may be cut before its owner knows about it.
    client.on('error', () => undefined)
    return true
  }

  /** The scenario's time, in the server's format. */
  get clock(): string {
    return `to_timestamp(${this.#scheduler.nowMs / 1_000})`
  }

  ask(asked: Omit<Call, 'tell'>): void {
    const call: Call = { ...asked, tell: null }
    if (this.#dead.has(call.owner)) {
      if (this.#isOver) process.nextTick(call.fail, lost())
      else this.#unheard.push(call)
      return
    }
    this.#open.push(call)
    this.#asked.push(call)
    this.#working ??= this.#work()
  }

  #leaveUnheard(call: Call): void {
    this.#open = this.#open.filter((other) => other !== call)
    this.#asked = this.#asked.filter((other) => other !== call)
    this.#waiting = this.#waiting.filter((other) => other !== call)
    this.#unheard.push(call)
  }

  async #work(): Promise<void> {
    for (let call = this.#asked.shift(); call; call = this.#asked.shift()) {
      void this.#carry(call).then((tell) => this.#hear(call, tell))
      this.#waiting.push(call)
      await this.#settle()
    }
    this.#working = null
  }

  #hear(call: Call, tell: () => void): void {
    call.tell = tell
    this.#waiting = this.#waiting.filter((other) => other !== call)
    this.#onHeard()
    // A dead process does not receive the results of its calls.
    if (!this.#isOver || this.#unheard.includes(call)) return
    this.#open = this.#open.filter((other) => other !== call)
    tell()
  }

  /** Waits until every sent call is answered or waits for a lock. */
  async #settle(): Promise<void> {
    do await Promise.race([new Promise<void>((resolve) => (this.#onHeard = resolve)), pause(LOCK_LOOK_MS)])
    while (this.#waiting.length > 0 && !(await this.#allWaitForLocks()))
  }

  async #allWaitForLocks(): Promise<boolean> {
    const pids = this.#waiting.map(({ client }) => pidOf(client))
    if (pids.includes(null)) return false
    const { rows } = await this.#observer.query<{
      readonly pid: number
      readonly blockers: readonly number[]
    }>('select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as pid', [pids])
    const blockers = new Map(rows.map((row) => [row.pid, row.blockers]))
    // The server resolves a deadlock itself.
    const isStuck = (pid: number): boolean => reaches(blockers, pid, pid)
    return rows.every(({ pid, blockers: [first] }) => first !== undefined && !isStuck(pid))
  }

  async #carry(call: Call): Promise<() => void> {
    const { client, what, send } = call
    if (!call.isWrite || !this.#randomness.happens(`storage error at ${what}`, this.errorShare)) return send()
    const fault = this.#randomness.of(`kind of storage error at ${what}`).pick(FAULTS)
    this.#scheduler.note(`${what} ${fault}`)
    switch (fault) {
      case 'cannot be serialized':
      case 'is a deadlock':
        return () =>
          call.fail(
            Object.assign(new DatabaseError(`it ${fault}`, 0, 'error'), {
              code: CODES[fault],
              severity: 'ERROR',
            }),
          )
      case 'is cut before':
        await this.#cut(client)
        return send()
      case 'is cut after':
        await send()
        await this.#cut(client)
        return () => call.fail(lost())
      case 'finds the server stopped':
        this.#stoppedUntilMs =
          this.#scheduler.nowMs + this.#randomness.of(`time of the stop at ${what}`).pick(STOPPED_MS)
        for (const clients of this.#clients.values()) for (const one of clients) await this.#cut(one)
        return send()
    }
  }

  async #cut(client: Client): Promise<void> {
    const stream = streamOf(client)
    if (!stream.destroyed) {
      const ended = new Promise((resolve) => client.once('end', resolve))
      stream.destroy()
      await ended
    }
    await this.#untilGone([client])
  }

  /** The server has noticed that they are closed. */
  async #untilGone(clients: readonly Client[]): Promise<void> {
    const pids = clients.map(pidOf).filter((pid) => pid !== null)
    for (;;) {
      const { rows } = await this.#observer.query(
        'select pid from pg_stat_activity where pid = any($1::int[])',
        [pids],
      )
      if (rows.length === 0) return
      await pause(1)
    }
  }

  /** Delivers the oldest answer. Returns false if there is none, because all wait for locks. */
  async #tellNext(): Promise<boolean> {
    await this.untilIdle()
    const next = this.#open.find(({ tell }) => tell !== null)
    if (!next) return false
    this.#open = this.#open.filter((call) => call !== next)
    next.tell?.()
    return true
  }
}

/** Returns whether a backend process waits, perhaps indirectly, for another. */
function reaches(
  blockers: ReadonlyMap<number, readonly number[]>,
  from: number,
  to: number,
  seen = new Set<number>(),
): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  return (blockers.get(from) ?? []).some((pid) => pid === to || reaches(blockers, pid, to, seen))
}
