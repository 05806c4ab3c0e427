import BetterSqlite3 from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { Secret } from '@sluice/shared/secret'
import { createTransact } from '@sluice/platform/database/transact'

import { toMetadata } from '../../test/to-metadata.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createTestRandom } from '../../test/test-random.ts'
import { openSimulatorDatabase } from '../../test/open-simulator-database.ts'
import { createChallengeRecordsStore } from '../acs/challenge-records.store.ts'
import type { AuthorizationAnswer, Provider, ProviderAuthorization, ProviderOutcome } from '../provider.ts'
import type { Simulation } from '../scenarios/simulation.ts'
import { createSimulatedCardProviders } from './card-provider.ts'
import { createHeldPaymentsStore } from './held-payments.store.ts'
import { createProviderLedgerStore } from './provider-ledger.store.ts'

interface Input extends Partial<Omit<Simulation, 'flow'>> {
  readonly pan?: string
  readonly flow?: Simulation['flow']
  readonly key?: string
  readonly attempt?: number
  readonly cvv?: null
  readonly accountId?: string
}

function request({
  pan = '4242424242424242',
  key = 'attempt-1',
  attempt = 1,
  cvv,
  accountId = 'sim-a-eur',
  ...simulation
}: Input = {}): ProviderAuthorization {
  return {
    idempotencyKey: key,
    merchantId: 'merchant',
    transactionId: 'transaction',
    accountId,
    attemptNumber: attempt,
    transactionType: 'PURCHASE',
    amountMinor: 10_000,
    currency: 'EUR',
    card: {
      brand: 'VISA',
      pan: new Secret(pan),
      cvv: cvv === null ? null : new Secret('123'),
      expirationMonth: 12,
      expirationYear: 2030,
    },
    authentication: null,
    storedCredential: null,
    exemption: null,
    metadata: toMetadata(simulation),
  }
}

function outcomeOf(answer: ProviderOutcome | AuthorizationAnswer): ProviderOutcome {
  if ('kind' in answer) throw new Error('the provider asks for the shopper')
  return answer
}

async function openProviders() {
  const db = await openSimulatorDatabase()
  onTestFinished(() => db.destroy())
  const clock = createTestClock()
  const slept: number[] = []
  const random = createTestRandom()
  const timers = {
    sleep: async (ms: number) => {
      slept.push(ms)
    },
  }
  const store = createProviderLedgerStore({ db, transact: createTransact({ db, random, timers }) })
  const options = {
    store,
    clock,
    random,
    timers,
    callbackUrlOf: (providerId: string) => `https://gateway.example/${providerId}`,
    makeMessageId: () => random.uuid(),
    held: createHeldPaymentsStore(db),
    challenges: createChallengeRecordsStore(db),
    pagesUrl: () => 'https://bank.example',
  }
  const providers = createSimulatedCardProviders(options)
  const provider = (id: string): Provider => {
    const found = providers.find((candidate) => candidate.id === id)
    if (!found) throw new Error(`no provider ${id}`)
    return found
  }
  return { db, clock, slept, providers, provider, restart: () => createSimulatedCardProviders(options) }
}

describe('simulators: card providers', () => {
  it('are sim-a to sim-h, of which the last two authenticate shoppers', async () => {
    const { providers } = await openProviders()
    expect(providers.map(({ id }) => id.slice(-1)).join('')).toBe('abcdefgh')
    const authenticating = providers.filter(({ capabilities }) => capabilities.authenticates)
    expect(authenticating.map(({ id }) => id)).toEqual(['sim-g', 'sim-h'])
  })

  it('approve with the numbers an acquirer gives', async () => {
    const { provider } = await openProviders()
    expect(await provider('sim-a').authorize(request())).toEqual({
      processingCode: '0000',
      providerResponseCode: '00',
      providerResponseMessage: 'Approved',
      approvalCode: expect.stringMatching(/^[A-Z0-9]{6}$/) as string,
      referenceNumber: expect.stringMatching(/^632410[0-9]{6}$/) as string,
      systan: expect.any(Number) as number,
      networkTransactionId: expect.stringMatching(/^SIM632410[0-9]{6}$/) as string,
      booked: { accountId: 'sim-a-eur', amountMinor: 10_000, currency: 'EUR' },
      retryable: false,
      isSoftDecline: false,
    })
  })

  it.each([
    ['4000000000000002', '1000', '05', 'Do not honor'],
    ['4000000000009995', '1004', '51', 'Insufficient funds'],
    ['4000000000009987', '2005', '41', 'Lost card'],
    ['4000000020130003', '2013', '58', 'Transaction not permitted to terminal'],
  ])('decline %s with %s, and forbid a retry', async (pan, processingCode, raw, message) => {
    const { provider } = await openProviders()
    expect(await provider('sim-a').authorize(request({ pan }))).toMatchObject({
      processingCode,
      providerResponseCode: raw,
      providerResponseMessage: message,
      approvalCode: null,
      retryable: false,
      isSoftDecline: false,
    })
  })

  it('report the requested raw values and approval code', async () => {
    const { provider } = await openProviders()
    const input = {
      providerResponseCode: 'Z9',
      providerResponseMessage: 'As you like',
      approvalCode: 'ABC123',
    }
    expect(await provider('sim-a').authorize(request(input))).toMatchObject({
      processingCode: '0000',
      ...input,
    })
    expect(
      await provider('sim-a').authorize(
        request({ key: 'other', responseCode: '1000', providerResponseCode: 'Z9' }),
      ),
    ).toMatchObject({ providerResponseMessage: 'Response Z9', approvalCode: null })
  })

  it('refuse a card without CVV if the provider requires one', async () => {
    const { provider } = await openProviders()
    expect(await provider('sim-c').authorize(request({ cvv: null, accountId: 'sim-c-eur' }))).toMatchObject({
      processingCode: '2020',
    })
    expect(await provider('sim-a').authorize(request({ cvv: null }))).toMatchObject({
      processingCode: '0000',
    })
  })

  it('wait as long as requested, after they have decided', async () => {
    const { provider, slept } = await openProviders()
    await provider('sim-a').authorize(request({ delayMs: 1500 }))
    expect(slept).toEqual([1500])
  })
})

describe('simulators: provider ledger', () => {
  it('answers a repeated key as the first time', async () => {
    const { provider } = await openProviders()
    const first = await provider('sim-a').authorize(request())
    expect(await provider('sim-a').authorize(request({ responseCode: '1000' }))).toEqual(first)
  })

  it('reports events from before a restart to the payment’s provider', async () => {
    const { provider, restart } = await openProviders()
    const outcome = await provider('sim-a').authorize(request())
    const [simA, simB] = restart()
    expect(await simA?.findOutcome('attempt-1')).toEqual(outcome)
    expect(await simA?.findOutcome('attempt-2')).toBeNull()
    expect(await simB?.findOutcome('attempt-1')).toBeNull()
  })

  it('holds neither the card number nor the CVV', async () => {
    const { db, provider } = await openProviders()
    await provider('sim-a').authorize(request({ pan: '4000000000009995' }))
    const rows = JSON.stringify(await db.selectFrom('simulated_authorizations').selectAll().execute())
    expect(rows).toContain('attempt-1')
    expect(rows).not.toContain('4000000000009995')
    expect(rows).not.toContain('"123"')
  })

  it('approves what is pending after three seconds', async () => {
    const { clock, provider } = await openProviders()
    const simA = provider('sim-a')
    expect(await simA.authorize(request({ responseCode: '1002' }))).toMatchObject({
      processingCode: '1002',
      providerResponseCode: '09',
      approvalCode: null,
    })
    clock.advance(2_999)
    expect(await simA.findOutcome('attempt-1')).toMatchObject({ processingCode: '1002' })
    clock.advance(1)
    const settled = await simA.findOutcome('attempt-1')
    expect(settled).toMatchObject({
      processingCode: '0000',
      providerResponseCode: '00',
      approvalCode: expect.stringMatching(/^[A-Z0-9]{6}$/) as string,
    })
    expect(await simA.authorize(request({ responseCode: '1002' }))).toEqual(settled)
  })
})

describe('fallback-routing', () => {
  it('declines at as many providers as the card says, then approves', async () => {
    const { provider } = await openProviders()
    const outcomes = []
    for (const [index, id] of ['sim-a', 'sim-b', 'sim-c'].entries()) {
      const input = {
        pan: '4000004000020002',
        key: `attempt-${index}`,
        attempt: index + 1,
        accountId: `${id}-eur`,
      }
      const { processingCode, retryable } = outcomeOf(await provider(id).authorize(request(input)))
      outcomes.push([processingCode, retryable])
    }
    expect(outcomes).toEqual([
      ['1000', true],
      ['1000', true],
      ['0000', false],
    ])
  })

  it('declines everywhere when it is exhausted', async () => {
    const { provider } = await openProviders()
    expect(
      await provider('sim-f').authorize(
        request({ flow: 'FALLBACK_EXHAUSTED', attempt: 6, accountId: 'sim-f-eur' }),
      ),
    ).toMatchObject({
      processingCode: '1000',
      retryable: true,
    })
  })

  it.each([
    ['a code that another provider would give too', { responseCode: '1004' }, false],
    ['a code of one provider only', { responseCode: '2021' }, true],
    ['a raw code after which the networks forbid it', { providerResponseCode: '41' }, false],
  ] as const)('is left to the answer: %s', async (_what, input, retryable) => {
    const { provider } = await openProviders()
    const outcome = await provider('sim-a').authorize(request({ flow: 'FALLBACK_APPROVE_AFTER_1', ...input }))
    expect(outcomeOf(outcome).retryable).toBe(retryable)
  })

  describe('operations', () => {
    const operation = (simulation: Partial<Simulation> = {}, idempotencyKey = 'operation-1') => ({
      idempotencyKey,
      operation: 'REFUND' as const,
      merchantId: 'merchant',
      transactionId: 'refund',
      accountId: 'sim-a-eur',
      originalKey: 'attempt-1',
      parentKey: 'attempt-1',
      amountMinor: 500,
      currency: 'EUR',
      finalCapture: false,
      metadata: toMetadata(simulation),
    })

    const openWithPurchase = async () => {
      const opened = await openProviders()
      await opened.provider('sim-a').authorize(request())
      return opened
    }

    it('approve it, store it, and find it by its key', async () => {
      const { db, provider } = await openWithPurchase()
      const outcome = await provider('sim-a').operate(operation())
      expect(outcome).toMatchObject({ processingCode: '0000', providerResponseCode: '00', retryable: false })
      expect(await provider('sim-a').operate(operation({ responseCode: '1000' }))).toEqual(outcome)
      expect(await provider('sim-a').findOutcome('operation-1')).toEqual(outcome)
      expect(await provider('sim-b').findOutcome('operation-1')).toBeNull()
      const booked = await db
        .selectFrom('simulated_authorizations')
        .select(['type', 'original_key', 'amount'])
        .where('original_key', 'is not', null)
        .execute()
      expect(booked).toEqual([{ type: 'REFUND', original_key: 'attempt-1', amount: 500 }])
    })

    it('read only the payment and its operations for it', async () => {
      const { db, provider } = await openWithPurchase()
      const prepare = vi.spyOn(BetterSqlite3.prototype, 'prepare')
      onTestFinished(() => prepare.mockRestore())
      await provider('sim-a').operate(operation())
      const statements = prepare.mock.calls.map(([source]) => source).filter((it) => it.startsWith('select'))
      const plans = statements.map(async (statement) => {
        const values = Array<null>((statement.match(/\?/g) ?? []).length).fill(null)
        const plan = CompiledQuery.raw(`explain query plan ${statement}`, values)
        const { rows } = await db.executeQuery<{ detail: string }>(plan)
        return rows.map(({ detail }) => detail)
      })
      const searches = (await Promise.all(plans))
        .flat()
        .filter((it) => it.includes('simulated_authorizations'))
      expect(searches.length).toBeGreaterThan(1)
      for (const search of searches) expect(search).toMatch(/\((provider_id=\? AND \w+=\?|rowid=\?)\)$/)
    })

    it('refuse it on request', async () => {
      const { provider } = await openWithPurchase()
      const told = { responseCode: '1001', providerResponseCode: '91', delayMs: 5 } as const
      expect(await provider('sim-a').operate(operation(told))).toMatchObject({
        processingCode: '1001',
        providerResponseCode: '91',
        approvalCode: null,
      })
    })

    it('decide later on request', async () => {
      const { clock, provider } = await openWithPurchase()
      const pending = await provider('sim-a').operate(operation({ responseCode: '1002' }))
      expect(pending.processingCode).toBe('1002')
      clock.advance(3_000)
      expect(await provider('sim-a').findOutcome('operation-1')).toMatchObject({ processingCode: '0000' })
    })

    it.each([
      ['RESET_BEFORE_EXECUTION', false],
      ['TIMEOUT_AFTER_EXECUTION', true],
    ] as const)('lose the answer by %s, executed: %s', async (fault, isExecuted) => {
      const { provider } = await openWithPurchase()
      await expect(provider('sim-a').operate(operation({ fault }))).rejects.toThrow()
      expect((await provider('sim-a').findOutcome('operation-1')) !== null).toBe(isExecuted)
    })
  })
})
