import type { NamedRandom } from './named-random.ts'
import {
  GatewayInSimulation,
  type Question,
  type Reply,
  type Surroundings,
  type Environment,
} from './gateway-in-simulation.ts'

/** The first one has the name of a single gateway. */
const NAMES = ['gateway', 'second gateway', 'third gateway'] as const

/** The clock offset of further processes. Real clocks agree within seconds. */
const SKEWS_MS = [0, 300, -300, 2_000, -2_000] as const

/** The processes that share a database. One dies and restarts while the others continue. */
export class Gateways {
  readonly #randomness: NamedRandom
  readonly #processes: readonly GatewayInSimulation[]

  constructor(count: number, environment: Environment, surroundings: (life: string) => Surroundings) {
    this.#randomness = environment.randomness
    this.#processes = NAMES.slice(0, count).map((name, place) => {
      const skewMs = place === 0 ? 0 : this.#randomness.of(`clock of the ${name}`).pick(SKEWS_MS)
      return new GatewayInSimulation({ name, skewMs }, environment, surroundings)
    })
  }

  get areAllAlive(): boolean {
    return this.#processes.every(({ isAlive }) => isAlive)
  }

  get isOneAlive(): boolean {
    return this.#processes.some(({ isAlive }) => isAlive)
  }

  /** The log lines of all processes, across restarts. */
  get logged(): readonly string[] {
    return this.#processes.flatMap(({ logged }) => logged)
  }

  /** Starts the processes one after the other, because the first creates the tables. */
  async start(): Promise<void> {
    for (const process of this.#processes) await process.start()
  }

  /** Sends a request to one of the running processes. */
  async ask(question: Question): Promise<Reply> {
    const process = this.#pickAlive('the way to a gateway')
    if (process === null) throw new Error('connect ECONNREFUSED')
    return process.ask(question)
  }

  /**
   * Kills a running process.
   *
   * @param life - the life of the process to kill; any running process if absent.
   * @returns the killed process; null if it was no longer running.
   */
  kill(life?: string): GatewayInSimulation | null {
    const process =
      life === undefined
        ? this.#pickAlive('whom a death falls on')
        : (this.#processes.find((one) => one.isIn(life)) ?? null)
    process?.die()
    return process
  }

  /** Closes all processes, including those that were killed. The scenario must be over. */
  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()))
  }

  #pickAlive(what: string): GatewayInSimulation | null {
    const alive = this.#processes.filter(({ isAlive }) => isAlive)
    return alive.length === 0 ? null : this.#randomness.of(what).pick(alive)
  }
}
