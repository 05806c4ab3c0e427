/**
 * Tests every kind of provider with every message fault, while the gateway is killed at each of its steps: money
 * moves once or not at all, and unknown outcomes are left to people.
 */
import type { Transaction } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '../src/config.ts'
import { checkDatabase } from '../src/installation-checks/check-database.ts'
import { describeAtBothGateways, type GatewayUnderTest } from './both-gateways.ts'
import { FaultyLine, LINE_STEPS } from './faulty-line.ts'
import { createProviderOfKind, KINDS_OF_PROVIDERS } from './kinds-of-providers.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { makeDatabaseMortal, type MortalDatabase } from './mortal-database.ts'
import { postEvents } from './webhook-only-provider.ts'

const LEASE_OVER_MS = 120_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The calls to a provider, each after the ones before it. */
const CALLS = [
  { kind: 'authorization', call: 'authorize' },
  { kind: 'capture', call: 'operate' },
  { kind: 'refund', call: 'operate' },
  { kind: 'increment', call: 'operate' },
  { kind: 'extend', call: 'operate' },
] as const

/**
 * EVENT_FIRST: the provider reports before it answers; a provider without events gets a status query or a fence
 * before the call.
 */
const ALL_FAULTS = [
  'NONE',
  'REQUEST_LOST',
  'ANSWER_LOST',
  'ARRIVES_LATE',
  'ARRIVES_TWICE',
  'EVENT_FIRST',
] as const

/** The whole table takes minutes; the short form has the worst fault. */
const FAULTS = ALL_FAULTS.filter((fault) => process.env['PROOF_FAULTS'] === 'all' || fault === 'ANSWER_LOST')

/** The point at which the gateway dies: at its n-th write, or before or after its n-th message to the provider. */
const DEATHS = ['writing', ...LINE_STEPS] as const

/** More steps than any of these calls has. */
const STEPS_MAX = 60

/** A call that killed the gateway, or not. */
interface Life {
  readonly reference: string
  readonly type: string
}

describe.each(KINDS_OF_PROVIDERS)('a provider with fence %s', (kindOfProvider) => {
  const books = createProviderOfKind(kindOfProvider, 'sim-a')
  const line = new FaultyLine(books.provider)
  const isReporting = kindOfProvider === 'events-only'
  let database: MortalDatabase

  beforeAll(() => {
    database = makeDatabaseMortal()
  })
  afterAll(() => database.restore())

  describeAtBothGateways(
    'and a gateway that is killed at each step',
    (current) => {
      const faults = FAULTS.filter((fault) => isReporting || fault !== 'EVENT_FIRST')
      const rows = CALLS.flatMap(({ kind, call }) => faults.map((fault) => ({ kind, call, fault })))

      it.each(rows)('$kind: $fault', { timeout: 300_000 }, async ({ kind, call, fault }) => {
        const { gateway } = current()
        gateway.forgetToken()
        const lives: Life[] = []
        for (const death of DEATHS) {
          let hasDied = true
          for (let step = 1; hasDied && step <= STEPS_MAX; step += 1) {
            const parent = await prepare(current(), kind)
            const request = await requestOf(current(), kind, parent)
            line.plan(fault === 'NONE' || fault === 'EVENT_FIRST' ? {} : { [call]: fault })
            arm(death, step)
            if (fault === 'EVENT_FIRST') books.beforeAnswer((id) => tell(current(), id).then(() => undefined))
            await send(current(), request)
            hasDied = database.revive()
            books.beforeAnswer(() => Promise.resolve())
            line.onStep = () => undefined
            lives.push({ reference: String(request['reference']), type: String(request['transaction_type']) })
          }
          expect(hasDied, `fewer than ${STEPS_MAX} steps of ${death}`).toBe(false)
        }
        // A row whose gateway never died would prove nothing.
        expect(lives.length).toBeGreaterThan(DEATHS.length + 3)
        await settle(current(), lives)
        for (const life of lives) await expectOneEnd(current(), kind, life)
        await expectMoneyToAddUp((query) => gateway.books.query(query))
        expect(await listViolations(current())).toEqual([])
      })
    },
    { adapters: { providers: new Map([['sim-a', line]]) } },
  )

  /** A dead gateway sends nothing, and reads nothing. */
  function arm(death: (typeof DEATHS)[number], step: number): void {
    let count = 0
    line.onStep = (now) => {
      if (now === death) count += 1
      if (count === step) database.die()
      if (database.isDead) throw new Error('killed')
    }
    if (death === 'writing') database.dieAt(step)
  }

  /** Creates the parent of the call, without faults. */
  async function prepare(fixture: GatewayUnderTest, kind: string): Promise<Transaction | null> {
    if (kind === 'authorization') return null
    const { gateway } = fixture
    line.plan({})
    const { result } = await gateway.authorize({ flow: 'NO_3DS', body: { transaction_type: 'AUTHORIZE' } })
    const id = result?.id ?? expect.fail('no result')
    await report(fixture, id)
    const authorization = await gateway.status(id)
    if (kind !== 'refund') return authorization
    const capture = await gateway.post<Transaction>(
      '/api/transactions/manage',
      await requestOf(fixture, 'capture', authorization),
    )
    await report(fixture, capture.id)
    return authorization
  }

  async function requestOf({ gateway }: GatewayUnderTest, kind: string, parent: Transaction | null) {
    // The access token is fetched before the gateway dies.
    await gateway.get('/api/transactions?limit=1')
    const body = { transaction_type: 'AUTHORIZE' }
    if (parent === null) return gateway.cardRequest({ flow: 'NO_3DS', body })
    const { terminal_id, currency, reference, amount } = parent
    return { terminal_id, currency, reference, amount, transaction_type: kind.toUpperCase() }
  }

  async function send({ gateway }: GatewayUnderTest, request: Readonly<Record<string, unknown>>) {
    const isPayment = request['transaction_type'] === 'AUTHORIZE'
    await gateway.send('POST', `/api/transactions/${isPayment ? 'authorize' : 'manage'}`, request)
  }

  /** Reports all executed calls of a transaction twice, and afterwards that they were received. */
  async function report(fixture: GatewayUnderTest, id: string): Promise<void> {
    const statuses = await tell(fixture, id)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  }

  /** Sends the reports without waiting, and returns the status of each answer. */
  async function tell({ gateway }: GatewayUnderTest, id: string): Promise<readonly number[]> {
    const events = books.listEvents(id, '0000')
    if (events.length === 0) return []
    const statuses: number[] = []
    for (const told of [events, events, books.listEvents(id, '1002')])
      statuses.push((await postEvents(gateway, 'sim-a', told)).status)
    return statuses
  }

  async function settle(fixture: GatewayUnderTest, lives: readonly Life[]): Promise<void> {
    const { gateway } = fixture
    for (const ms of [LEASE_OVER_MS, LEASE_OVER_MS]) await gateway.advanceRealTime(ms)
    await line.deliverLate()
    for (const life of lives) {
      const row = await findRow(fixture, life)
      if (row !== undefined) await report(fixture, String(row['id']))
    }
    for (const ms of [20 * 60_000, 3 * HOUR_MS, DAY_MS]) await gateway.advanceRealTime(ms)
  }

  async function findRow({ gateway }: GatewayUnderTest, { reference, type }: Life) {
    const rows = await gateway.books.query(
      `select id, status from transactions where reference = '${reference}' and transaction_type = '${type}'`,
    )
    expect(rows.length).toBeLessThanOrEqual(1)
    return rows[0]
  }

  async function expectOneEnd(fixture: GatewayUnderTest, kind: (typeof CALLS)[number]['kind'], life: Life) {
    const row = await findRow(fixture, life)
    // Nothing is sent before it is stored.
    if (row === undefined) return
    const [id, status] = [String(row['id']), String(row['status'])]
    const attempts = await fixture.gateway.books.of('attempts', id)
    const elsewhere = attempts.filter(
      (attempt) => attempt['processing_code'] === '0000' && attempt['provider_id'] !== 'sim-a',
    )
    const moved = books.listMoved(id).length + elsewhere.length
    const seen = { ...life, id, status, moved }
    expect(seen).toEqual({ ...seen, moved: status === 'APPROVED' ? 1 : 0 })
    if (status !== 'PENDING') return
    // Only an outcome that the provider cannot rule out stays unknown, and is left to a person.
    expect(books.fences(kind), JSON.stringify(seen)).toBe(false)
    expect(attempts.map((attempt) => attempt['status'])).toEqual(['NEEDS_DECISION'])
  }

  async function listViolations({ gateway, databaseUrl }: GatewayUnderTest): Promise<readonly string[]> {
    const place = { data: gateway.dataDir, ...(databaseUrl === null ? {} : { 'database-url': databaseUrl }) }
    const reading = readConfig(place, {})
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const results = await checkDatabase(reading.config, null, {
      clock: gateway.clock,
      readBooks: (keys) => Promise.resolve(keys.flatMap((key) => books.readBook(key) ?? [])),
    })
    return results.flatMap(({ id, violations }) => violations.map((text) => `${id} ${text}`))
  }
})
