import { type Adapters, type App, buildApp } from '../../packages/gateway/src/app.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from '../../packages/gateway/test/no-assets.ts'
import type { NamedRandom } from './named-random.ts'
import type { Storage } from './storage.ts'
import { HOST, seededRandom } from './template.ts'
import type { Scheduler } from './scheduler.ts'

/** A request and its response. */
export interface Question {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly text: string
}

/** The external systems of a gateway, as a scenario controls them. */
export type Surroundings = Required<Pick<Adapters, 'providers' | 'threeDsServer' | 'postWebhook'>>

/** The environment of all processes of a gateway. */
export interface Environment {
  readonly scheduler: Scheduler
  readonly randomness: NamedRandom
  readonly storage: Storage
  readonly isLogging: boolean
}

/** One life of a gateway process: from its start until it dies or is stopped. */
interface Life {
  readonly name: string
  readonly app: App
}

/** A gateway that may die at any await and restart with the contents of its storage. */
export class GatewayInSimulation {
  readonly name: string
  readonly #skewMs: number
  /** The log lines of all its lives, without values that a real clock measured. */
  readonly logged: string[] = []
  readonly #isLogging: boolean
  readonly #scheduler: Scheduler
  readonly #randomness: NamedRandom
  readonly #storage: Storage
  readonly #surroundings: (life: string) => Surroundings
  #life: Life | null = null
  #dead: Life[] = []
  #lives = 0

  /** @param process - its name, the same in all its lives, and how far its clock is ahead. */
  constructor(
    { name, skewMs }: { readonly name: string; readonly skewMs: number },
    environment: Environment,
    surroundings: (life: string) => Surroundings,
  ) {
    this.name = name
    this.#skewMs = skewMs
    this.#scheduler = environment.scheduler
    this.#randomness = environment.randomness
    this.#storage = environment.storage
    this.#isLogging = environment.isLogging
    this.#surroundings = surroundings
  }

  get isAlive(): boolean {
    return this.#life !== null
  }

  /** Returns whether this is its current life. */
  isIn(life: string): boolean {
    return this.#life?.name === life
  }

  /** @throws When its storage fails in the meantime: the process has ended, as it would in reality. */
  async start(): Promise<void> {
    this.#lives += 1
    const name = `${this.name} ${this.#lives}`
    const clock = { now: () => this.#scheduler.nowMs + this.#skewMs }
    const app = await buildApp(this.#storage.beginLife(name, this.#isLogging ? 'trace' : 'silent'), {
      ...this.#surroundings(name),
      clock,
      realTime: clock,
      random: seededRandom(this.#randomness, name, clock.now),
      timers: this.#scheduler.timersOf(name),
      aroundStatements: this.#storage.watch(name),
      logDestination: { write: (line) => void this.logged.push(line.replaceAll(MEASURED, '')) },
      verifyAnswers: true,
      assets: NO_ASSETS,
      hostedPage: NO_PAGE,
      portalProgram: NO_PORTAL,
    }).catch((error: unknown) => {
      this.#scheduler.stop(name)
      this.#storage.endLife(name)
      throw error
    })
    this.#life = { name, app }
  }

  /** Passes a request on. Rejects if no process runs, and never settles if the process dies in the meantime. */
  async ask({ method, path, headers, body }: Question): Promise<Reply> {
    const life = this.#life
    if (life === null) throw new Error('connect ECONNREFUSED')
    const { statusCode, body: text } = await life.app.server.inject({
      method,
      url: path,
      headers: { host: HOST, 'user-agent': 'simulation', ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    // A dead process does not respond.
    if (this.#life !== life) return new Promise(() => undefined)
    return { status: statusCode, text }
  }

  /** Ends the process between two steps, with all its pending work. */
  die(): void {
    const life = this.#life
    if (life === null) return
    this.#storage.endLife(life.name)
    this.#scheduler.stop(life.name)
    this.#life = null
    this.#dead.push(life)
  }

  /** Ends every life, including dead ones. The scenario must be over. */
  async close(): Promise<void> {
    const lives = [...this.#dead, ...(this.#life ? [this.#life] : [])]
    await Promise.all(lives.map(({ app }) => app.close()))
  }
}

/** Members of a log line that depend on this machine's clock. */
const MEASURED = /"(?:time|duration_ms)":(?:"[^"]*"|[\d.]+),?/g
