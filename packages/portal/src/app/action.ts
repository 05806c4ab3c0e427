import type { ReactiveController } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { describeProblem } from '../wording/describe-problem.ts'
import { type Problem, Refusal, type RefusalKind } from './ask.ts'
import type { PortalElement } from './portal-element.ts'

/** After these the request may have been executed: its response is requested again with the same key. */
const UNDECIDED: ReadonlySet<RefusalKind> = new Set(['unavailable', 'under-way'])

/** One request that changes something: sent once at a time, and with the same idempotency key until its outcome is known. */
export class Action implements ReactiveController {
  readonly #host: PortalElement
  readonly #fields: Iterable<string>
  #key: string = crypto.randomUUID()
  #problems: readonly Problem[] = []
  #isBusy = false
  #reason = ''

  /** @param fields - members whose problems the form shows at its fields, read when a request fails. All others are in the reason. */
  constructor(host: PortalElement, fields: Iterable<string> = []) {
    this.#host = host
    this.#fields = fields
    host.addController(this)
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** The reason why the last request failed; empty if it did not. */
  get reason(): string {
    return this.#reason
  }

  /** Returns the problem of a member of the form; null if it has none. */
  problemOf(field: string): string | null {
    return this.#problems.find(({ property }) => isOf(property, field))?.message ?? null
  }

  /** Forgets the last request: the next one is another. */
  reset(): void {
    this.#key = crypto.randomUUID()
    this.#become({ isBusy: false })
  }

  /** Changes the idempotency key: an edited form is another request than the one whose outcome may be unknown. */
  change(): void {
    this.#key = crypto.randomUUID()
  }

  /** @returns whether it succeeded. */
  async run(send: (key: string) => Promise<void>): Promise<boolean> {
    if (this.#isBusy) return false
    this.#become({ isBusy: true })
    try {
      await send(this.#key)
      this.reset()
      return true
    } catch (error) {
      // The server changed nothing, so the next try may have other content: it needs a new key.
      if (error instanceof Refusal && !UNDECIDED.has(error.kind)) this.#key = crypto.randomUUID()
      this.#fail(error)
      return false
    }
  }

  #fail(error: unknown): void {
    const problems = error instanceof Refusal ? error.problems : []
    const fields = [...this.#fields]
    const isShown = ({ property }: Problem) => fields.some((field) => isOf(property, field))
    if (!problems.some(isShown))
      return this.#become({ isBusy: false, reason: this.#host.portal.explain(error) })
    const others = problems.filter((problem) => !isShown(problem))
    const reason = [
      TEXTS.lookAtMarked,
      ...others.map(({ property, message }) => describeProblem(property, message)),
    ].join(' ')
    this.#become({ isBusy: false, reason, problems })
  }

  #become({
    isBusy,
    reason = '',
    problems = [],
  }: {
    readonly isBusy: boolean
    readonly reason?: string
    readonly problems?: readonly Problem[]
  }): void {
    this.#isBusy = isBusy
    this.#reason = reason
    this.#problems = problems
    this.#host.requestUpdate()
  }

  hostDisconnected(): void {
    this.#isBusy = false
  }
}

/**
 * Refuses what a form holds without asking the gateway.
 *
 * @param member - at whose field the reason is shown.
 * @throws {Refusal} always.
 */
export function refuse(member: string, reason: string): never {
  throw new Refusal('invalid', [{ property: member, message: reason }], { message: reason })
}

/** `filters.0` and `filters[0]` are of the member `filters`. */
function isOf(property: string, field: string): boolean {
  return property === field || ['.', '['].some((sign) => property.startsWith(field + sign))
}
