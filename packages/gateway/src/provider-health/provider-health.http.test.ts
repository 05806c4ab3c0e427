import type { Envelope, ProviderAccount, Timeline, Transaction } from '@sluice/types'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { FENCED, makeProvider } from '../../test/make-provider.ts'
import type { MerchantAtGateway } from '../../test/merchant-at-gateway.ts'
import { withDatabaseFile } from '../../test/embedded-database.ts'
import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { paymentRequest } from '../../test/elsewhere.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'
import { startTwoGateways, type TwoGateways } from '../../test/two-gateways.ts'
import type { ThreeDsServer } from '../three-ds/index.ts'
import type { Provider, ProviderOutcome } from '../transactions/execution/provider.ts'

const CARD_ACCOUNTS = ['sim-a', 'sim-b', 'sim-c', 'sim-d', 'sim-e', 'sim-f'] as const
const OPERATOR_TOKEN = 'OperatorTokenOfTheTestsThatIsLongEnough0123456789'
const APPROVED: ProviderOutcome = {
  processingCode: '0000',
  providerResponseCode: '00',
  providerResponseMessage: 'Approved',
  approvalCode: '123456',
  referenceNumber: null,
  systan: null,
  retryable: false,
}
/** The first two routes of the demo terminal. */
const [FIRST, SECOND] = ['sim-a', 'sim-b'] as const

/** A provider that hangs on request. */
function createAcquirer(id: string) {
  const called: string[] = []
  const hanging = new Set<(error: Error) => void>()
  let isHanging = false
  const answer = <T>(value: T): Promise<T> =>
    isHanging ? new Promise((_, reject) => hanging.add(reject)) : Promise.resolve(value)
  const provider: Provider = makeProvider(id, {
    capabilities: FENCED,
    authorize(request) {
      called.push(request.transactionId)
      return answer(APPROVED)
    },
    findOutcome: () => answer(APPROVED),
    fence: () => answer({ kind: 'fenced' }),
    ping: () => answer('pong'),
  })
  return {
    provider,
    called,
    hang() {
      isHanging = true
    },
    /** Makes the provider answer from now on; the hanging calls fail. */
    recover() {
      isHanging = false
      for (const reject of hanging) reject(new Error('the connection was lost'))
      hanging.clear()
    },
  }
}

describe('an acquirer that hangs, with a healthy second route', () => {
  const open: TestGateway[] = []
  afterEach(async () => {
    for (const gateway of open.splice(0)) await gateway.close()
  })
  async function start() {
    const realTime = createManualClock(Date.now())
    const [first, second] = [createAcquirer(FIRST), createAcquirer(SECOND)]
    const gateway = await startTestGateway({
      env: { SLUICE_OPERATOR_TOKEN: OPERATOR_TOKEN },
      adapters: {
        realTime,
        providers: new Map([
          [FIRST, first.provider],
          [SECOND, second.provider],
        ]),
      },
    })
    open.push(gateway)
    const stateOf = async (account: string) =>
      (await operate<{ data: ProviderAccount[] }>(gateway, 'GET', '')).body.data.find(
        ({ payment_provider_account_id: id }) => id === account,
      )?.state
    return { gateway, realTime, first, second, stateOf }
  }
  const pay = (at: MerchantAtGateway): Promise<Envelope> => at.authorize({ flow: 'NO_3DS' })

  it('leaves at most six payments unknown, sends none of them elsewhere, and lets the second approve the others', async () => {
    const { gateway, realTime, first, second, stateOf } = await start()
    const merchants = [gateway, await otherMerchant(gateway)]
    expect((await pay(gateway)).result).toMatchObject({ status: 'APPROVED' })
    first.hang()
    const begun: { readonly second: number; readonly envelope: Promise<Envelope> }[] = []
    for (let one = 0; one < 12; one += 1) {
      const calls = first.called.length + second.called.length
      const merchant = merchants[one % 2] ?? gateway
      begun.push({ second: one, envelope: pay(merchant) })
      await vi.waitFor(() => expect(first.called.length + second.called.length).toBe(calls + 1), {
        timeout: 10_000,
      })
      realTime.advance(1_000)
    }
    expect(second.called.length).toBeGreaterThanOrEqual(6)
    expect(await stateOf('sim-a-eur')).toBe('OPEN')
    first.recover()
    const ended = await Promise.all(
      begun.map(async ({ second: at, envelope }) => ({ at, result: (await envelope).result })),
    )
    const unknown = ended.filter(({ result }) => result?.status === 'PENDING')
    expect(unknown.length).toBeLessThanOrEqual(6)
    for (const { at, result } of ended.filter(({ at }) => at > 5))
      expect([at, result?.status]).toEqual([at, 'APPROVED'])
    for (const { result } of unknown) expect(second.called).not.toContain(result?.id)
  })

  it('is used again once it has answered a status query, and the timeline shows the skipped account', async () => {
    const { gateway, realTime, first, second, stateOf } = await start()
    const other = await otherMerchant(gateway)
    first.hang()
    const waiting = [pay(gateway), pay(other), pay(gateway)]
    await vi.waitFor(() => expect(first.called).toHaveLength(3), { timeout: 10_000 })
    realTime.advance(4_000)
    const { result } = await pay(other)
    expect(result).toMatchObject({ status: 'APPROVED', processing_result: expect.anything() })
    expect(second.called).toEqual([result?.id])
    const { data } = await other.get<Timeline>(`/api/transactions/${result?.id}/timeline`)
    expect(data).toContainEqual(
      expect.objectContaining({
        kind: 'ACCOUNT_SKIPPED',
        title: 'Attempt 1 skipped account sim-a-eur at provider sim-a: it does not respond',
      }),
    )
    first.recover()
    await Promise.all(waiting)
    expect(await stateOf('sim-a-eur')).toBe('OPEN')
    realTime.advance(10_000)
    await vi.waitFor(async () => expect(await stateOf('sim-a-eur')).toBe('CLOSED'), { timeout: 10_000 })
    await pay(gateway)
    expect(first.called).toHaveLength(4)
  })

  it('still gets captures and refunds', async () => {
    const { gateway, realTime, first } = await start()
    const operate = vi.fn(() => Promise.resolve(APPROVED))
    Object.assign(first.provider, { operate })
    const { result } = await pay(gateway)
    first.hang()
    const other = await otherMerchant(gateway)
    const waiting = [pay(gateway), pay(other), pay(gateway)]
    await vi.waitFor(() => expect(first.called).toHaveLength(4), { timeout: 10_000 })
    realTime.advance(4_000)
    const refunded = await gateway.send<{ transaction: Transaction }>('POST', '/api/transactions/manage', {
      transaction_type: 'REFUND',
      terminal_id: gateway.ready.terminal_id,
      reference: result?.reference,
      amount: 10_000,
      currency: 'EUR',
    })
    expect(refunded.text).toContain('APPROVED')
    expect(operate).toHaveBeenCalledOnce()
    first.recover()
    await Promise.all(waiting)
  })
})

/** Calls an endpoint of provider accounts as the operator. */
function operate<T = ProviderAccount>(
  gateway: TestGateway,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
) {
  return gateway.send<T>(method, `/api/operator/provider-accounts${path}`, body, {
    authorization: `Bearer ${OPERATOR_TOKEN}`,
  })
}

const ofSimulated = (provider: string) => ({
  payment_provider_id: provider,
  payment_provider_account_id: `${provider}-eur`,
  reason: 'Maintenance, ticket 4711',
})

describeAtBothGateways(
  'a paused account',
  (current) => {
    const change = async (what: 'pause' | 'resume', ...providers: readonly string[]) => {
      for (const provider of providers) {
        const answer = await operate(current().gateway, 'POST', `/${what}`, ofSimulated(provider))
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body.state).toBe(what === 'pause' ? 'PAUSED' : 'CLOSED')
      }
    }

    it('is skipped until it is resumed, and the audit trail records both', async () => {
      const { gateway, rowsOf } = current()
      await change('pause', 'sim-a')
      await change('pause', 'sim-a')
      const { result } = await gateway.authorize({ flow: 'NO_3DS' })
      expect(result).toMatchObject({ status: 'APPROVED' })
      const { data } = await gateway.get<Timeline>(`/api/transactions/${result?.id}/timeline`)
      expect(data).toContainEqual(
        expect.objectContaining({
          kind: 'ACCOUNT_SKIPPED',
          title: 'Attempt 1 skipped account sim-a-eur at provider sim-a: paused by the operator',
        }),
      )
      expect(data).toContainEqual(expect.objectContaining({ title: 'Attempt 1 started at provider sim-b' }))
      await change('resume', 'sim-a')
      const later = await gateway.authorize({ flow: 'NO_3DS' })
      const timeline = await gateway.get<Timeline>(`/api/transactions/${later.result?.id}/timeline`)
      expect(timeline.data).toContainEqual(
        expect.objectContaining({ title: 'Attempt 1 started at provider sim-a' }),
      )
      const entries = (await rowsOf('audit')).filter(({ action }) => String(action).startsWith('provider.'))
      expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
        ['provider.pause', 'sim-a/sim-a-eur'],
        ['provider.resume', 'sim-a/sim-a-eur'],
      ])
    })

    it('keeps the latest reason, which is audited, and the time of the pause', async () => {
      const { gateway, rowsOf } = current()
      await change('pause', 'sim-c')
      const before = await operate(gateway, 'POST', '/pause', ofSimulated('sim-c'))
      const reason = 'It answers wrongly, ticket 4712'
      const { body } = await operate(gateway, 'POST', '/pause', { ...ofSimulated('sim-c'), reason })
      expect(body).toMatchObject({ pause_reason: reason, paused_at: before.body.paused_at })
      await change('resume', 'sim-c')
      const entries = (await rowsOf('audit')).filter(({ subject }) => subject === 'sim-c/sim-c-eur')
      expect(entries.map(({ action }) => action)).toEqual([
        'provider.pause',
        'provider.pause',
        'provider.resume',
      ])
    })

    it('ends a payment with 2021 as the only one, and with 2024 among several paused ones', async () => {
      const { gateway } = current()
      await change('pause', 'sim-payments', ...CARD_ACCOUNTS)
      const payment = await gateway.post<Envelope>(
        '/api/transactions/payment',
        paymentRequest(gateway, { amount: 10_000 }),
      )
      expect(payment.result).toMatchObject({ status: 'INVALID', processing_code: '2021' })
      const card = await gateway.authorize({ flow: 'NO_3DS' })
      expect(card.result).toMatchObject({ status: 'INVALID', processing_code: '2024' })
      await change('resume', 'sim-payments', ...CARD_ACCOUNTS)
      expect((await gateway.authorize({ flow: 'NO_3DS' })).result).toMatchObject({ status: 'APPROVED' })
    })

    it('is not found if it is unknown, and a 3DS server cannot be paused', async () => {
      const { gateway } = current()
      for (const change of ['/pause', '/resume'])
        expect((await operate(gateway, 'POST', change, ofSimulated('nobody'))).status).toBe(404)
      const answer = await operate(gateway, 'POST', '/pause', ofSimulated('3ds-server'))
      expect(answer.status).toBe(422)
      expect(answer.text).toContain('A 3DS server cannot be paused')
    })
  },
  { env: { SLUICE_OPERATOR_TOKEN: OPERATOR_TOKEN } },
)

describe('two processes on one database', () => {
  let gateways: TwoGateways
  beforeAll(async () => {
    gateways = await startTwoGateways({}, { SLUICE_OPERATOR_TOKEN: OPERATOR_TOKEN })
  })
  afterAll(() => gateways.close())

  it('both skip an account that one of them paused, and both use it after one resumes it', async () => {
    const { first, second } = gateways
    const providerOf = async (gateway: TestGateway) => {
      const { result } = await gateway.authorize({ flow: 'NO_3DS' })
      const { data } = await gateway.get<Timeline>(`/api/transactions/${result?.id}/timeline`)
      return data.find(({ kind }) => kind === 'ATTEMPT')?.title
    }
    expect(await providerOf(second)).toBe('Attempt 1 started at provider sim-a')
    await operate(first, 'POST', '/pause', ofSimulated('sim-a'))
    expect(await providerOf(first)).toBe('Attempt 1 started at provider sim-b')
    await vi.waitFor(
      async () => expect(await providerOf(second)).toBe('Attempt 1 started at provider sim-b'),
      { timeout: 10_000 },
    )
    await operate(second, 'POST', '/resume', ofSimulated('sim-a'))
    await vi.waitFor(
      async () => expect(await providerOf(first)).toBe('Attempt 1 started at provider sim-a'),
      { timeout: 10_000 },
    )
  })
})

describe('a 3DS server that refuses connections', () => {
  it.each([
    ['PROCEED', Array.from({ length: 20 }, () => '0000'), '3002'],
    ['DECLINE', [], '3002'],
  ] as const)('counts as unavailable, with %s', async (onUnavailable, proceeding, afterwards) => {
    let isUp = false
    let enrolments = 0
    const refused = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'NEVER_SENT' }))
    const threeDsServer: ThreeDsServer = {
      enrol() {
        enrolments += 1
        return isUp ? Promise.resolve({ kind: 'not_required' }) : refused()
      },
      authenticate: refused,
      readChallengeResult: () => (isUp ? Promise.resolve(null) : refused()),
    }
    const realTime = createManualClock(Date.now())
    const gateway = await startTestGateway({ adapters: { threeDsServer, realTime } })
    onTestFinished(() => gateway.close())
    const setting = `update terminals set options = json_set(options, '$.onUnavailable', ?)`
    await withDatabaseFile(gateway.dataDir, (file) => file.prepare(setting).run(onUnavailable))
    const pay = async () => (await gateway.authorize()).result?.processing_code

    const before = await Promise.all([pay(), pay(), pay()])
    expect(new Set(before)).toEqual(new Set([onUnavailable === 'PROCEED' ? '0000' : '3002']))
    const asked = enrolments
    for (const code of proceeding) expect(await pay()).toBe(code)
    expect(await pay()).toBe(afterwards)
    expect(enrolments).toBe(asked)

    isUp = true
    await vi.waitFor(
      async () => {
        realTime.advance(10_000)
        expect(await pay()).toBe('0000')
      },
      { timeout: 10_000, interval: 500 },
    )
    expect(enrolments).toBeGreaterThan(asked)
  })

  it('is called again at once when an operator resumes it', async () => {
    let isUp = false
    const refused = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'NEVER_SENT' }))
    const gateway = await startTestGateway({
      env: { SLUICE_OPERATOR_TOKEN: OPERATOR_TOKEN },
      adapters: {
        threeDsServer: {
          enrol: () => (isUp ? Promise.resolve({ kind: 'not_required' }) : refused()),
          authenticate: refused,
          readChallengeResult: refused,
        },
        // No probe becomes due.
        realTime: createManualClock(Date.now()),
      },
    })
    onTestFinished(() => gateway.close())
    const pay = async () => (await gateway.authorize()).result?.processing_code
    for (let one = 0; one < 3; one += 1) await pay()
    isUp = true
    expect(await pay()).toBe('3002')
    const resumed = await operate(gateway, 'POST', '/resume', {
      payment_provider_id: '3ds-server',
      payment_provider_account_id: 'given',
      reason: 'It answers again, ticket 4711',
    })
    expect(resumed.body).toMatchObject({ state: 'CLOSED', open_since: null })
    expect(await pay()).toBe('0000')
    const audited = (await gateway.books.all('audit')).map(({ action, subject }) => [action, subject])
    expect(audited).toContainEqual(['provider.resume', '3ds-server/given'])
  })
})
