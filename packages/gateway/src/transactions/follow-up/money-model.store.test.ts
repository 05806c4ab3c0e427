import type { ManageType } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'
import {
  type ModelAnswer,
  type ModelEntry,
  type ModelRequest,
  MoneyModel,
} from '../../../test/money-model.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { OPERATOR_MOODS, type OperatorMood } from '../../../test/fake-operator.ts'
import { runDueQueries } from '../execution/recover.ts'
import type { Transaction } from '../execution/transaction.ts'
import { manageTransaction } from './manage-transaction.ts'
import { releaseExpired } from './release-expired.ts'

/** CI runs the rest with another seed: `npm run verify -- money`. */
const EVERYDAY_RUNS = process.env['SLUICE_TESTS'] === 'of-a-change' ? 30 : 100
const RUNS = Number(process.env['PROOF_RUNS'] ?? EVERYDAY_RUNS)
/** Each run takes a tenth of a second on an idle machine; this one may be busy. */
const TIME_LIMIT_MS = 180_000 + RUNS * 1_800
const ROOT_AMOUNT = 10
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface DrawnRequest {
  readonly type: ManageType
  /** Selects the payment or one of its captures. */
  readonly target: number
  readonly amount: number
  /** Requests the whole amount by omitting it. */
  readonly isWhole: boolean
  readonly isFinal: boolean
  readonly mood: OperatorMood
}

type Action =
  | { readonly kind: 'ask'; readonly requests: readonly DrawnRequest[] }
  | { readonly kind: 'wait'; readonly ms: number; readonly mood: OperatorMood }
  /** The authorization expires while the merchant sends an operation. */
  | { readonly kind: 'expire'; readonly requested: DrawnRequest; readonly mood: OperatorMood }

const anyMood = fc.oneof(
  { weight: 4, arbitrary: fc.constant<OperatorMood>('APPROVES') },
  { weight: 3, arbitrary: fc.constantFrom(...OPERATOR_MOODS) },
)
const anyRequest: fc.Arbitrary<DrawnRequest> = fc.record({
  type: fc.constantFrom('CAPTURE', 'CAPTURE', 'REFUND', 'REFUND', 'VOID', 'INCREMENT', 'EXTEND'),
  target: fc.nat(3),
  amount: fc.integer({ min: 1, max: ROOT_AMOUNT + 1 }),
  isWhole: fc.boolean(),
  isFinal: fc.boolean(),
  mood: anyMood,
})
/** Every second one is lost in transit. */
const anyLostRequest: fc.Arbitrary<DrawnRequest> = fc.oneof(
  anyRequest.map((requested) => ({ ...requested, mood: 'LOST_UNSEEN' as const })),
  anyRequest,
)
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask'), requests: fc.tuple(anyRequest) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('ask'), requests: fc.tuple(anyRequest, anyRequest) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      ms: fc.constantFrom(2 * MINUTE_MS, 2 * MINUTE_MS, 14 * 60 * MINUTE_MS, 7 * DAY_MS, 365 * DAY_MS),
      mood: anyMood,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire'), requested: anyRequest, mood: anyMood }) },
)

/** A request to the gateway, from the merchant or from the expiry of the authorization. */
interface Step {
  readonly requested: ModelRequest | 'release'
  readonly mood: OperatorMood
}

/** The outcome of a step: the accepted amount, or the reason for a refusal. */
type Answer = number | Exclude<ModelAnswer, 'accepted'> | 'nothing'

/** One payment in the gateway and in the model, side by side. */
class Comparison {
  readonly #fixture: OperationsFixture
  readonly #model: MoneyModel
  readonly #moods = new Map<ModelEntry, OperatorMood>()
  readonly #original: Transaction
  /** The time of the next check of the authorization's expiry. */
  #releaseDueAtMs: number | null

  constructor(fixture: OperationsFixture, original: Transaction) {
    this.#fixture = fixture
    this.#original = original
    this.#model = new MoneyModel({
      id: original.id,
      type: original.transactionType as 'AUTHORIZE' | 'PURCHASE',
      parent: null,
      amount: original.amountMinor,
      isFinal: false,
      state: 'APPROVED',
      createdAtMs: fixture.nowMs,
      approvedAtMs: fixture.nowMs,
    })
    this.#releaseDueAtMs = original.transactionType === 'AUTHORIZE' ? this.#model.expiresAtMs : null
  }

  async run(action: Action): Promise<void> {
    if (action.kind === 'ask') {
      await this.#take(
        action.requests.map((requested) => ({
          requested: this.#concretize(requested, action.requests.length === 1),
          mood: requested.mood,
        })),
      )
    } else if (action.kind === 'wait') {
      await this.#settle(action.ms)
      await this.#take([{ requested: 'release', mood: action.mood }])
    } else {
      await this.#settle(7 * DAY_MS)
      const { requested, mood } = action
      await this.#take([
        { requested: this.#concretize(requested, false), mood: requested.mood },
        { requested: 'release', mood },
      ])
    }
    await this.#compare()
  }

  /** Ends everything that is open, so that nothing ends later. */
  async end(): Promise<void> {
    await this.#settle(2 * MINUTE_MS)
    this.#fixture.provider.deliverLate()
    await this.#compare()
    await this.#fixture.ports.operations.postponeRelease(
      this.#original.merchantId,
      this.#original.id,
      Number.MAX_SAFE_INTEGER,
      null,
    )
    const moved = new Set(
      [...this.#fixture.provider.bookings.values()]
        .filter(({ approves, isDecided }) => approves && isDecided)
        .map(({ request }) => request.transactionId),
    )
    for (const { id, state } of this.#model.entries) {
      expect(state).toBe(moved.has(id) ? 'APPROVED' : 'REFUSED')
    }
  }

  /** Authorizations are not refunded here, because other tests cover the choice of the capture. */
  #concretize(requested: DrawnRequest, mayBePending: boolean): ModelRequest {
    const { root, entries } = this.#model
    const isRefunded = requested.type === 'REFUND' && root.type === 'AUTHORIZE'
    const captures = entries.filter(({ type }) => type === 'CAPTURE')
    const targets = [...(isRefunded ? [] : [root]), ...captures].filter(
      ({ state }) => mayBePending || state !== 'PENDING',
    )
    const parent = targets[requested.target % targets.length]
    if (!parent)
      return { type: 'CAPTURE', parent: root, amount: requested.amount, isFinal: requested.isFinal }
    const whole = parent.type === 'AUTHORIZE' ? this.#model.open : parent.amount
    const amount = requested.isWhole && whole > 0 ? whole : requested.amount
    return {
      type: requested.type,
      parent,
      amount,
      isFinal: requested.type === 'CAPTURE' && requested.isFinal,
    }
  }

  /** Runs all steps at once and expects a result that some order of them explains. */
  async #take(steps: readonly Step[]): Promise<void> {
    const taken = await Promise.all(
      steps.map(({ requested, mood }) =>
        requested === 'release' ? this.#release(mood) : this.#send(requested, mood),
      ),
    )
    for (const { requested } of steps) {
      // An operation on a pending transaction makes the gateway query its provider.
      if (requested !== 'release' && requested.parent.state === 'PENDING') this.#decide(requested.parent)
    }
    const answers = taken.map(({ answer }) => answer)
    expect(this.#explanations(steps).map(String)).toContain(String(answers))

    steps.forEach(({ requested, mood }, place) => {
      const { id, answer } = taken[place] ?? { id: '', answer: 'nothing' }
      if (typeof answer === 'number')
        this.#begin(id, requested === 'release' ? this.#rest(answer) : requested, mood)
    })
    if (steps.some(({ requested }) => requested === 'release') && this.#isReleaseDue) {
      const { nowMs } = this.#fixture
      const { expiresAtMs } = this.#model
      const nextMs = nowMs < expiresAtMs ? Math.min(expiresAtMs, nowMs + DAY_MS) : nowMs + DAY_MS
      this.#releaseDueAtMs = nowMs < expiresAtMs + 7 * DAY_MS ? nextMs : null
    }
  }

  async #send(requested: ModelRequest, mood: OperatorMood): Promise<{ id: string; answer: Answer }> {
    const { merchantId, terminalId, reference, currency } = this.#original
    const managed = await manageTransaction(this.#fixture.ports, {
      merchantId,
      terminalId,
      reference,
      currency,
      parentId: requested.parent.id,
      operation: requested.type,
      amountMinor: requested.amount,
      finalCapture: requested.isFinal,
      metadata: { mood },
    })
    if (managed.kind === 'refused') return { id: '', answer: 'refused' }
    const { id, status, amountMinor } = managed.transaction
    return { id, answer: status === 'INVALID' ? 'invalid' : amountMinor }
  }

  async #release(mood: OperatorMood): Promise<{ id: string; answer: Answer }> {
    this.#fixture.provider.mood = mood
    await releaseExpired(this.#fixture.ports)
    const rows = await this.#fixture.ask(
      `select id, amount from transactions where parent_id = '${this.#original.id}'
       and description in ('Authorization expired', 'Capture declined after a void') order by created_at desc`,
    )
    const known = new Set(this.#model.entries.map(({ id }) => id))
    const added = rows.find(({ id }) => !known.has(String(id)))
    return added
      ? { id: String(added['id']), answer: Number(added['amount']) }
      : { id: '', answer: 'nothing' }
  }

  get #isReleaseDue(): boolean {
    return this.#releaseDueAtMs !== null && this.#fixture.nowMs >= this.#releaseDueAtMs
  }

  #rest(amount: number): ModelRequest {
    return { type: 'VOID', parent: this.#model.root, amount, isFinal: false }
  }

  /** Concurrent steps have some order, and the first may have ended or not when the second was evaluated. */
  #explanations(steps: readonly Step[]): readonly (readonly Answer[])[] {
    const orders = steps.length === 1 ? [[0]] : [...FIRST_OR_SECOND]
    return orders.flatMap((order) =>
      [true, false].map((isDecided) => {
        const answers: Answer[] = []
        const count = this.#model.entries.length
        for (const place of order) {
          const step = steps[place]
          if (!step) continue
          const requested = step.requested === 'release' ? this.#rest(this.#model.open) : step.requested
          answers[place] = this.#predict(step)
          if (typeof answers[place] !== 'number') continue
          const entry = this.#model.begin('', requested, this.#fixture.nowMs)
          if (isDecided && step.mood === 'DECLINES') this.#model.end(entry, false)
          if (!isDecided || step.mood !== 'APPROVES') continue
          entry.state = 'APPROVED'
          entry.approvedAtMs = this.#fixture.nowMs
        }
        this.#model.entries.length = count
        return answers
      }),
    )
  }

  #predict({ requested }: Step): Answer {
    if (requested === 'release') {
      const isWanted = this.#fixture.nowMs >= this.#model.expiresAtMs || this.#model.isVoided
      const isDone = this.#isReleaseDue && isWanted && !this.#model.isChanging && this.#model.open > 0
      return isDone ? this.#model.open : 'nothing'
    }
    const answer = this.#model.answer(requested, this.#fixture.nowMs)
    return answer === 'accepted' ? requested.amount : answer
  }

  #begin(id: string, requested: ModelRequest, mood: OperatorMood): void {
    const entry = this.#model.begin(id, requested, this.#fixture.nowMs)
    this.#moods.set(entry, mood)
    if (mood === 'APPROVES' || mood === 'DECLINES') this.#decide(entry)
  }

  /** After a status query the provider never executes a call that it has not received. */
  #decide(entry: ModelEntry): void {
    const mood = this.#moods.get(entry)
    const approves = mood === 'APPROVES' || mood === 'APPROVES_LATER' || mood === 'LOST_EXECUTED'
    // The gateway releases the freed part in its next round.
    if (this.#model.end(entry, approves)) this.#releaseDueAtMs = this.#fixture.nowMs
    // An extension is counted from its request, and so is everything whose answer was lost.
    const isFromRequest = entry.type === 'EXTEND' || mood === 'LOST_EXECUTED'
    entry.approvedAtMs = isFromRequest ? entry.createdAtMs : this.#fixture.nowMs
    if (approves && entry.type === 'EXTEND') this.#releaseDueAtMs = this.#model.expiresAtMs
  }

  /** Advances the clock, and lets maintenance query everything that is open. */
  async #settle(ms: number): Promise<void> {
    this.#fixture.nowMs += ms
    await runDueQueries(this.#fixture.ports)
    for (const entry of this.#model.entries) if (entry.state === 'PENDING') this.#decide(entry)
  }

  async #compare(): Promise<void> {
    for (const entry of [this.#model.root, ...this.#model.entries]) {
      const stored = await this.#fixture.ports.store.find(this.#original.merchantId, entry.id)
      expect(stored?.status === 'DECLINED' ? 'REFUSED' : stored?.status).toBe(entry.state)
      if (entry.state !== 'APPROVED' || !HAS_MONEY.includes(entry.type)) continue
      expect(stored?.money).toMatchObject(this.#model.totals(entry))
      if (entry.type === 'AUTHORIZE')
        expect(stored?.money?.authorizationExpiresAtMs).toBe(this.#model.expiresAtMs)
    }
  }
}

/** The transactions that reserve money, or have captured some. */
const HAS_MONEY: readonly ModelEntry['type'][] = ['AUTHORIZE', 'PURCHASE', 'CAPTURE']

const FIRST_OR_SECOND = [
  [0, 1],
  [1, 0],
] as const

describeOnBothDatabases('operations on a payment', (openFresh) => {
  it(
    'operations that a provider receives late move the money that the gateway reports',
    async () => {
      const fixture = new OperationsFixture(await openFresh())
      await fc.assert(
        fc.asyncProperty(fc.array(anyLostRequest, { minLength: 1, maxLength: 4 }), async (requests) => {
          const comparison = new Comparison(fixture, await fixture.approve('AUTHORIZE', ROOT_AMOUNT))
          for (const requested of requests) await comparison.run({ kind: 'ask', requests: [requested] })
          // The status query finds nothing at the provider; then the calls arrive.
          await comparison.end()
        }),
        { numRuns: RUNS },
      )
      expect(await expectMoneyToAddUp(fixture.ask)).toBeGreaterThan(RUNS)
    },
    TIME_LIMIT_MS,
  )

  it(
    'match the model in every order, and at once',
    async () => {
      const fixture = new OperationsFixture(await openFresh())
      const anyType = fc.constantFrom('AUTHORIZE', 'AUTHORIZE', 'AUTHORIZE', 'PURCHASE')
      await fc.assert(
        fc.asyncProperty(
          anyType,
          fc.array(anyAction, { minLength: 3, maxLength: 8, size: 'max' }),
          async (type, actions) => {
            const comparison = new Comparison(fixture, await fixture.approve(type, ROOT_AMOUNT))
            for (const action of actions) await comparison.run(action)
            await comparison.end()
          },
        ),
        { numRuns: RUNS },
      )
      expect(await expectMoneyToAddUp(fixture.ask)).toBeGreaterThan(RUNS)
    },
    TIME_LIMIT_MS,
  )
})
