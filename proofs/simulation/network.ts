import type { NamedRandom } from './named-random.ts'
import type { Scheduler } from './scheduler.ts'

/** The faults of a message and its answer, from harmless to severe. */
const FATES = [
  'arrives',
  'is cut before',
  'is cut after',
  'is lost',
  'is answered into nothing',
  'arrives twice',
  'arrives late',
] as const

type Fate = (typeof FATES)[number]

/** Latencies in milliseconds, so different that messages often overtake each other. */
const LATENCIES_MS = [0, 1, 5, 20, 100, 400, 2_000] as const

/** The delays of messages that count as lost: before the status query, between two queries, and after the last one. */
const LATENESS_MS = [1_000, 10_000, 45_000, 180_000, 900_000, 7_200_000] as const

/**
 * Longer than each party waits, so the sender has given up. It is a new promise, so that no finished simulation is
 * retained.
 */
const waitForever = (): Promise<never> => new Promise(() => undefined)

class LineCutError extends Error {
  constructor() {
    super('connection reset by peer')
    this.name = 'LineCutError'
  }
}

/** Carries messages between the shop, the gateway, providers, banks and receivers, with random faults. */
export class Network {
  /** The share of faulty messages; from 0 to 1. */
  faultShare: number
  readonly #scheduler: Scheduler
  readonly #randomness: NamedRandom

  constructor(scheduler: Scheduler, randomness: NamedRandom, faultShare: number) {
    this.#scheduler = scheduler
    this.#randomness = randomness
    this.faultShare = faultShare
  }

  /**
   * Carries a message and its answer. An ended party neither sends nor receives.
   *
   * @param sender - a process, or the shop.
   * @param what - its name: the same for each message of a kind that belongs to one payment.
   * @param deliver - may run twice, and minutes after the sender was told that the connection is cut.
   * @throws {LineCutError}
   */
  async carry<Answer>(sender: string, what: string, deliver: () => Promise<Answer>): Promise<Answer> {
    if (this.#scheduler.hasStopped(sender)) return this.#hearNothing()
    try {
      return await this.#carry(what, deliver)
    } finally {
      if (this.#scheduler.hasStopped(sender)) await this.#hearNothing()
    }
  }

  /** Waits until the scenario is over and everything is closed. */
  async #hearNothing(): Promise<never> {
    await this.#scheduler.over
    throw new LineCutError()
  }

  async #carry<Answer>(what: string, deliver: () => Promise<Answer>): Promise<Answer> {
    const fate = this.#draw(what)
    const outcome = fate === 'arrives' ? what : `${what}, which ${fate}`
    switch (fate) {
      case 'is lost':
        return waitForever()
      case 'is cut before':
        await this.#travel(outcome)
        throw new LineCutError()
      case 'arrives late':
        void this.#deliverLate(outcome, deliver)
        await this.#travel(`${outcome}: cut`)
        throw new LineCutError()
      case 'is cut after':
        await this.#travel(outcome)
        await deliver()
        throw new LineCutError()
      case 'is answered into nothing':
        await this.#travel(outcome)
        await deliver()
        return waitForever()
      case 'arrives':
      case 'arrives twice': {
        if (fate === 'arrives twice') void this.#deliverLate(outcome, deliver)
        await this.#travel(outcome)
        const answer = await deliver()
        await this.#travel(`answer to ${what}`)
        return answer
      }
    }
  }

  #draw(what: string): Fate {
    if (!this.#randomness.happens(`fault of ${what}`, this.faultShare)) return 'arrives'
    return this.#randomness.of(`fate of ${what}`).pick(FATES)
  }

  #travel(what: string): Promise<void> {
    return this.#scheduler.wait('network', what, this.#randomness.of(`latency of ${what}`).pick(LATENCIES_MS))
  }

  async #deliverLate(what: string, deliver: () => Promise<unknown>): Promise<void> {
    const ms = this.#randomness.of(`lateness of ${what}`).pick(LATENESS_MS)
    await this.#scheduler.wait('network', `${what}, after ${ms} ms`, ms)
    // Nothing waits for the answer.
    await deliver().catch(() => undefined)
  }
}
