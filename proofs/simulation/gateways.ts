import type { Chance } from './chance.ts'
import {
  GatewayInSimulation,
  type Question,
  type Reply,
  type Surroundings,
  type World,
} from './gateway-in-simulation.ts'

/** The first is called as one that is alone. */
const NAMES = ['gateway', 'second gateway', 'third gateway'] as const

/** How far the clock of a further one is ahead or behind: clocks of processes agree within seconds. */
const SKEWS_MS = [0, 300, -300, 2_000, -2_000] as const

/** The processes that share a set of books: one dies and is started again while the others go on. */
export class Gateways {
  readonly #chance: Chance
  readonly #processes: readonly GatewayInSimulation[]

  constructor(count: number, world: World, surroundings: (life: string) => Surroundings) {
    this.#chance = world.chance
    this.#processes = NAMES.slice(0, count).map((name, place) => {
      const skewMs = place === 0 ? 0 : this.#chance.of(`clock of the ${name}`).pick(SKEWS_MS)
      return new GatewayInSimulation({ name, skewMs }, world, surroundings)
    })
  }

  get areAllAlive(): boolean {
    return this.#processes.every(({ isAlive }) => isAlive)
  }

  get isOneAlive(): boolean {
    return this.#processes.some(({ isAlive }) => isAlive)
  }

  /** Of all their lives. */
  get logged(): readonly string[] {
    return this.#processes.flatMap(({ logged }) => logged)
  }

  /** One after the other, as tables are made once. */
  async start(): Promise<void> {
    for (const process of this.#processes) await process.start()
  }

  /** Hands a request to one of those that live. */
  async ask(question: Question): Promise<Reply> {
    const process = this.#pickAlive('the way to a gateway')
    if (process === null) throw new Error('connect ECONNREFUSED')
    return process.ask(question)
  }

  /**
   * Ends one of those that live.
   *
   * @param life - the one; without it any.
   * @returns what died; null when it had died before.
   */
  kill(life?: string): GatewayInSimulation | null {
    const process =
      life === undefined
        ? this.#pickAlive('whom a death falls on')
        : (this.#processes.find((one) => one.isIn(life)) ?? null)
    process?.die()
    return process
  }

  /** Ends every life, also of the dead. The scenario must be over. */
  async close(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()))
  }

  #pickAlive(what: string): GatewayInSimulation | null {
    const alive = this.#processes.filter(({ isAlive }) => isAlive)
    return alive.length === 0 ? null : this.#chance.of(what).pick(alive)
  }
}
