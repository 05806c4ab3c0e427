import type { Envelope, Transaction } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { describeAtBothGateways, type GatewayUnderTest } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { FENCED, makeProvider } from '../../../test/make-provider.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'
import { makeDatabaseMortal, type MortalDatabase } from '../../../test/mortal-database.ts'
import type {
  Fence,
  Provider,
  ProviderAuthorization,
  ProviderOutcome,
  UndoRequest,
} from '../execution/provider.ts'

const [AMOUNT, APPROVED] = [1_000, 600]
const HOUR_MS = 3_600_000
/** Longer than every lease of a call. */
const LEASE_OVER_MS = 120_000
const PARTLY: ProviderOutcome = { ...PROVIDER_OUTCOME, approvedMinor: APPROVED }

describeAtBothGateways('a simulated provider that approves less than the requested amount', (current) => {
  it.each(['AUTHORIZE', 'PURCHASE'])('declines a %s, and returns what was approved', async (type) => {
    const { gateway } = current()
    const { result } = await gateway.authorize({
      flow: 'FALLBACK_APPROVE_AFTER_1',
      body: { amount: AMOUNT, transaction_type: type },
      metadata: { simulated_flow: 'NO_3DS', simulated_approved_amount: APPROVED },
    })
    expect(result).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
    const id = result?.id ?? ''
    expect(await gateway.books.of('attempts', id)).toHaveLength(1)
    await gateway.advance(1_000)
    const [alert] = await gateway.books.of('alerts', id)
    expect(alert).toMatchObject({ kind: 'PARTIAL_APPROVAL' })
    expect(alert?.['reversed_at']).not.toBeNull()
  })

  it.each([AMOUNT, AMOUNT + 1])('approves a payment as usual up to %i', async (simulated_approved_amount) => {
    const { gateway } = current()
    const { result } = await gateway.authorize({
      flow: 'NO_3DS',
      body: { amount: AMOUNT },
      metadata: { simulated_approved_amount },
    })
    expect(result).toMatchObject({ status: 'APPROVED' })
    expect(await gateway.books.of('alerts', result?.id ?? '')).toEqual([])
  })
})

describe('the amount of a partial approval', () => {
  const undos: UndoRequest[] = []
  let reverse: () => Promise<ProviderOutcome>
  let authorize: () => Promise<ProviderOutcome>
  const provider = makeProvider('sim-a', {
    authorize: () => authorize(),
    undo: (request) => (undos.push(request), reverse()),
    findOutcome: () => Promise.resolve(PARTLY),
  })

  beforeEach(() => {
    undos.length = 0
    authorize = () => Promise.resolve(PARTLY)
    reverse = () => Promise.resolve(PROVIDER_OUTCOME)
  })

  describeAtBothGateways(
    'is returned once, in a call of its own',
    (current) => {
      const pay = async () => {
        const body = { amount: AMOUNT, transaction_type: 'PURCHASE' }
        const { result }: Envelope = await current().gateway.authorize({ flow: 'NO_3DS', body })
        return result?.id ?? ''
      }

      it('is given back once, in a call of its own', async () => {
        const id = await pay()
        for (const ms of [1_000, HOUR_MS, HOUR_MS]) await current().gateway.advance(ms)
        const [attempt] = await current().gateway.books.of('attempts', id)
        expect(undos).toMatchObject([{ amountMinor: APPROVED, original: { key: attempt?.['id'] } }])
        expect(undos[0]?.idempotencyKey).not.toBe(attempt?.['id'])
      })

      it('is given back under one key while the outcome of that is unknown', async () => {
        reverse = () => Promise.reject(new Error('no answer'))
        const id = await pay()
        for (const ms of [1_000, 60_000, 300_000]) await current().gateway.advance(ms)
        reverse = () => Promise.resolve(PROVIDER_OUTCOME)
        for (const ms of [HOUR_MS, HOUR_MS]) await current().gateway.advance(ms)
        expect(undos.length).toBeGreaterThan(2)
        expect(new Set(undos.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
        const [alert] = await current().gateway.books.of('alerts', id)
        expect(alert?.['reversed_at']).not.toBeNull()
        const tries = undos.length
        await current().gateway.advance(24 * HOUR_MS)
        expect(undos).toHaveLength(tries)
      })

      it('is given back if only a question brought the outcome', async () => {
        authorize = () => Promise.reject(new Error('no answer'))
        const id = await pay()
        for (const ms of [2_000, 1_000]) await current().gateway.advance(ms)
        expect(await current().gateway.status(id)).toMatchObject({
          status: 'DECLINED',
          processing_code: '1004',
        })
        expect(undos).toMatchObject([{ amountMinor: APPROVED }])
      })
    },
    { adapters: { providers: new Map([['sim-a', provider]]) } },
  )
})

/** A part that the merchant accepts, in the words of the request. */
const ACCEPTED = { options: { partial_approval: true } }

describeAtBothGateways('a partial approval that the merchant accepts', (current) => {
  const metadata = { simulated_flow: 'NO_3DS', simulated_approved_amount: APPROVED }
  const pay = async (transaction_type: string, body: object = ACCEPTED): Promise<Transaction> => {
    const input = { body: { amount: AMOUNT, transaction_type, ...body }, metadata }
    const { result } = await current().gateway.authorize(input)
    return result ?? expect.fail('no result')
  }
  const manage = async (parent: Transaction, transaction_type: string, amount: number) => {
    const { terminal_id, currency, reference } = parent
    const request = { terminal_id, currency, reference, amount, transaction_type }
    return current().gateway.send<Transaction>('POST', '/api/transactions/manage', request)
  }
  const sumsOf = async ({ id }: Transaction) => (await current().gateway.status(id)).data?.operations

  afterEach(() => expectMoneyToAddUp((query) => current().gateway.books.query(query)))

  it.each([
    ['AUTHORIZE', { captured_amount: 0, open_amount: APPROVED }],
    ['PURCHASE', { captured_amount: APPROVED, open_amount: 0 }],
  ])('is kept of a %s', async (type, sums) => {
    const { gateway } = current()
    const payment = await pay(type)
    expect(payment).toMatchObject({ status: 'APPROVED', processing_code: '0000', amount: AMOUNT })
    const operations = { authorized_amount: APPROVED, approved_amount: APPROVED, ...sums }
    expect(payment.data?.operations).toMatchObject(operations)
    expect(await sumsOf(payment)).toMatchObject(operations)
    const [event] = (await gateway.books.query(
      `select payload from events where transaction_id = '${payment.id}'`,
    )) as { payload: string }[]
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({
      payload: { amount: AMOUNT, outgoing_amount: APPROVED },
    })
    await gateway.advance(HOUR_MS)
    expect(await gateway.books.of('alerts', payment.id)).toEqual([])
    const timeline = await gateway.get<{ entries: { title: string }[] }>(
      `/api/transactions/${payment.id}/timeline`,
    )
    expect(JSON.stringify(timeline)).toContain('Approved in part (EUR 6.00)')
  })

  it('limits what is captured, refunded and voided', async () => {
    const captured = await pay('AUTHORIZE')
    expect((await manage(captured, 'CAPTURE', APPROVED + 1)).status).toBe(422)
    const capture = (await manage(captured, 'CAPTURE', APPROVED - 1)).body
    expect(capture.data?.operations).toMatchObject({ authorized_amount: APPROVED - 1 })
    const sold = await pay('PURCHASE')
    expect((await manage(sold, 'REFUND', APPROVED + 1)).status).toBe(422)
    expect((await manage(sold, 'REFUND', APPROVED)).body).toMatchObject({ status: 'APPROVED' })
    const released = await pay('AUTHORIZE')
    expect((await manage(released, 'VOID', AMOUNT)).status).toBe(422)
    expect((await manage(released, 'VOID', APPROVED)).body).toMatchObject({ status: 'APPROVED' })
    expect(await sumsOf(released)).toMatchObject({ voided_amount: APPROVED, open_amount: 0 })
  })

  it('reports the same fields for a payment that was approved as a whole', async () => {
    const { result } = await current().gateway.authorize({ flow: 'NO_3DS', body: { amount: AMOUNT } })
    expect(result?.data?.operations).toMatchObject({ authorized_amount: AMOUNT, approved_amount: AMOUNT })
  })

  it.each([
    ['without the option', {}],
    ['with the option off', { options: { partial_approval: false } }],
  ])('is given back %s', async (_, body) => {
    expect(await pay('PURCHASE', body)).toMatchObject({ status: 'DECLINED', processing_code: '1004' })
  })

  it('is given back on a terminal without the feature', async () => {
    const { terminals } = current().gateway.ready
    const lacking = terminals.find(({ features }) => !features.includes('PARTIAL_APPROVALS'))
    expect(lacking).toBeDefined()
    expect(await pay('PURCHASE', { ...ACCEPTED, terminal_id: lacking?.terminal_id })).toMatchObject({
      status: 'DECLINED',
      processing_code: '1004',
    })
  })

  it('is requested with yes or no', async () => {
    const body = await current().gateway.cardRequest({ body: { options: { partial_approval: 'yes' } } })
    const { status, text } = await current().gateway.send('POST', '/api/transactions/authorize', body)
    expect(status).toBe(422)
    expect(text).toContain('options.partial_approval')
  })
})

/** Approves a part of every payment, and keeps books of what it holds. */
class PartialProvider implements Provider {
  readonly id = 'sim-a'
  readonly capabilities = FENCED
  readonly asked: boolean[] = []
  /** The transaction of each approval, by its key. */
  readonly approved = new Map<string, string>()
  /** The key of the call that each undo reversed, by its own key. */
  readonly undone = new Map<string, string>()
  readonly #fenced = new Set<string>()
  /** Runs before a call arrives. */
  onWay: () => void = () => undefined
  readonly operate = () => Promise.reject(new Error('nothing is captured here'))
  readonly order = () => Promise.reject(new Error('cards only'))
  readonly cancelOrder = () => Promise.reject(new Error('cards only'))

  async authorize(request: ProviderAuthorization): Promise<ProviderOutcome> {
    this.onWay()
    this.asked.push(request.keepsPartialApproval)
    if (this.#fenced.has(request.idempotencyKey)) throw new Error('fenced')
    this.approved.set(request.idempotencyKey, request.transactionId)
    return PARTLY
  }

  async undo({ idempotencyKey, original, amountMinor }: UndoRequest): Promise<ProviderOutcome> {
    this.onWay()
    expect(amountMinor).toBe(APPROVED)
    this.undone.set(idempotencyKey, original.key)
    return PROVIDER_OUTCOME
  }

  async findOutcome({ key }: { readonly key: string }): Promise<ProviderOutcome | null> {
    return this.approved.has(key) ? PARTLY : null
  }

  async fence({ key }: { readonly key: string }): Promise<Fence> {
    if (this.approved.has(key)) return { kind: 'outcome', outcome: PARTLY }
    this.#fenced.add(key)
    return { kind: 'fenced' }
  }

  /** Returns the amount that it holds for a transaction. */
  heldFor(id: string): number {
    const keys = [...this.approved].flatMap(([key, transactionId]) => (transactionId === id ? [key] : []))
    const given = [...this.undone.values()].filter((key) => keys.includes(key))
    return (keys.length - given.length) * APPROVED
  }
}

const mortal = new PartialProvider()

describeAtBothGateways(
  'a gateway that is killed at each write of a partial approval',
  (current) => {
    let database: MortalDatabase
    beforeEach(() => void (database = makeDatabaseMortal()))
    afterEach(() => database.restore())
    afterEach(() => void (mortal.onWay = () => undefined))

    /** Pays and dies on the way. Returns the reference, and whether the gateway reached the point at which it dies. */
    async function live({ gateway }: GatewayUnderTest, isAccepted: boolean, arm: () => void) {
      const body = { amount: AMOUNT, transaction_type: 'AUTHORIZE', ...(isAccepted && ACCEPTED) }
      const request = await gateway.cardRequest({ flow: 'NO_3DS', body })
      // The token is there before the gateway dies.
      await gateway.get('/api/transactions?limit=1')
      arm()
      await gateway.send('POST', '/api/transactions/authorize', request)
      await gateway.advanceRealTime(1_000).catch(() => undefined)
      return { hasDied: database.revive(), reference: String(request['reference']) }
    }

    /** Waits until nothing is open. The hold is kept once, or given back once, and the transaction says which. */
    async function expectOneEnd({ gateway }: GatewayUnderTest, references: readonly string[]) {
      for (const ms of [LEASE_OVER_MS, LEASE_OVER_MS, HOUR_MS]) await gateway.advanceRealTime(ms)
      const rows = await gateway.books.query(
        'select id, reference, status, processing_code, authorized_amount from transactions',
      )
      const own = rows.filter((row) => references.includes(String(row['reference'])))
      const kept = own.filter(({ id, status, processing_code: code, authorized_amount: authorized }) => {
        const isKept = status === 'APPROVED'
        const held = mortal.heldFor(String(id))
        expect({ status, held, authorized: Number(authorized) }).toEqual({
          status,
          held: isKept ? APPROVED : 0,
          authorized: isKept ? APPROVED : 0,
        })
        // Calls that did not arrive before the gateway died are fenced.
        if (!isKept) expect(['1001', '1004']).toContain(code)
        return isKept
      })
      const undos = [...mortal.undone.values()]
      expect(new Set(undos).size).toBe(undos.length)
      await expectMoneyToAddUp((query) => gateway.books.query(query))
      return kept.length
    }

    it.each([false, true])('ends one way (accepted: %s)', { timeout: 300_000 }, async (isAccepted) => {
      const lives: Awaited<ReturnType<typeof live>>[] = []
      do lives.push(await live(current(), isAccepted, () => database.dieAt(lives.length + 1)))
      while (lives.at(-1)?.hasDied === true)
      expect(lives.length).toBeGreaterThan(isAccepted ? 6 : 9)
      const references = lives.map(({ reference }) => reference)
      const kept = await expectOneEnd(current(), references)
      expect(kept > 0).toBe(isAccepted)
    })

    it.each([
      ['the authorization', true, 1],
      ['the authorization', false, 1],
      ['the undo', false, 2],
    ] as const)('dies before %s arrives (accepted: %s)', async (_, isAccepted, call) => {
      let calls = 0
      mortal.onWay = () => {
        calls += 1
        if (calls !== call) return
        database.die()
        throw new Error('killed')
      }
      const { hasDied, reference } = await live(current(), isAccepted, () => undefined)
      expect(hasDied).toBe(true)
      mortal.onWay = () => undefined
      expect(await expectOneEnd(current(), [reference])).toBe(0)
    })
  },
  { adapters: { providers: new Map([['sim-a', mortal]]) } },
)
