import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'

import type { SandboxCredentials, SandboxFault, SandboxFaultList, SandboxFaultRequest } from '@sluice/types'
import { systemTimers } from '@sluice/platform/system'

import { describeAtBothGateways } from './both-gateways.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { TestClock, type TestGateway } from './test-gateway.ts'

const realTime = new TestClock()

/** The delays are recorded, and no test waits for them. */
const LATENCY_MS = 29_999
const waits: number[] = []
const timers = {
  sleep(ms: number, signal?: AbortSignal) {
    waits.push(ms)
    return ms === LATENCY_MS ? Promise.resolve() : systemTimers.sleep(ms, signal)
  },
}

describeAtBothGateways(
  'faults of a sandbox',
  (current) => {
    let gateway: TestGateway
    let merchant: MerchantAtGateway

    beforeEach(async () => {
      gateway = current().gateway
      const { body } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
      merchant = new MerchantAtGateway(body, gateway.clock)
    })

    const at = (path: string) => `/simulators/sandboxes/${merchant.ready.sandbox_id}${path}`
    const set = (fault: SandboxFaultRequest) => gateway.send<SandboxFault>('POST', at('/faults'), fault)
    const list = async () => (await gateway.send<SandboxFaultList>('GET', at('/faults'))).body
    const clear = (kind: string) => gateway.send('DELETE', at(`/faults/${kind}`))
    const ask = (headers: Readonly<Record<string, string>> = {}) =>
      merchant.send('GET', '/api/transactions', undefined, headers)
    const pay = () => merchant.authorize({ flow: 'NO_3DS' })

    it.each([
      ['API_ERROR', 500, { error: 'Internal Server Error', request_id: expect.any(String) }, null],
      ['API_UNAVAILABLE', 503, { error: 'Service Unavailable' }, '2'],
      ['EDGE_REFUSAL', 403, null, null],
    ] as const)(
      '%s answers %i as production would, until it is switched off',
      async (kind, status, body, retryAfter) => {
        const requestId = randomUUID()
        expect((await ask()).status).toBe(200)
        expect((await set({ kind })).status).toBe(200)
        const answer = await ask({ 'x-request-id': requestId })
        expect([answer.status, answer.body]).toEqual([status, body])
        expect(answer.headers.get('retry-after')).toBe(retryAfter)
        expect(answer.headers.get('x-request-id')).toBe(requestId)
        if (body !== null && 'request_id' in body)
          expect(answer.body).toMatchObject({ request_id: requestId })
        expect((await clear(kind)).status).toBe(204)
        expect((await ask()).status).toBe(200)
      },
    )

    it('also affects the merchant’s browsers, but no other merchant', async () => {
      await set({ kind: 'API_UNAVAILABLE' })
      expect((await merchant.sendFromBrowser('GET', '/api/client/sessions/x')).status).toBe(503)
      expect((await gateway.send('GET', '/api/transactions')).status).toBe(200)
      await gateway.token()
      expect(await merchant.token()).not.toBe('')
    })

    it('API_LATENCY delays each answer', async () => {
      await set({ kind: 'API_LATENCY', latency_ms: LATENCY_MS })
      waits.length = 0
      expect((await ask()).status).toBe(200)
      expect(waits).toContain(LATENCY_MS)
      await clear('API_LATENCY')
      waits.length = 0
      await ask()
      expect(waits).not.toContain(LATENCY_MS)
    })

    it('leaves the Idempotency-Key of a rejected request unused', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const create = () => merchant.send('POST', '/api/customers', { email: 'ada@shop.example' }, key)
      await set({ kind: 'API_ERROR' })
      expect((await create()).status).toBe(500)
      await clear('API_ERROR')
      expect((await create()).status).toBe(201)
    })

    it('ends by itself in real time, after ten minutes or at its end time', async () => {
      await set({ kind: 'API_ERROR' })
      const before = realTime.now()
      const { body } = await set({ kind: 'API_UNAVAILABLE', duration_seconds: 60 })
      expect(Date.parse(body.until)).toBeGreaterThanOrEqual(before + 60_000)
      expect(Date.parse(body.until)).toBeLessThanOrEqual(realTime.now() + 60_000)
      await gateway.send(
        'POST',
        '/simulators/clock',
        { advance_seconds: 86_400 },
        { 'x-sandbox-id': merchant.ready.sandbox_id ?? '' },
      )
      expect((await ask()).status).toBe(503)
      realTime.advance(60_000)
      expect((await ask()).status).toBe(500)
      expect((await list()).data.map(({ kind }) => kind)).toEqual(['API_ERROR'])
      realTime.advance(540_000)
      merchant.forgetToken()
      expect((await ask()).status).toBe(200)
      expect((await list()).data).toEqual([])
    })

    it('ends with a reset or a restore, and is not part of a snapshot', async () => {
      await set({ kind: 'API_ERROR' })
      await gateway.send('POST', at('/snapshots'), { name: 'one' })
      expect((await gateway.send('POST', at('/reset'))).status).toBe(204)
      expect((await ask()).status).toBe(200)
      await set({ kind: 'API_ERROR' })
      expect((await ask()).status).toBe(500)
      expect((await gateway.send('POST', at('/snapshots/one/restore'))).status).toBe(200)
      expect((await ask()).status).toBe(200)
      expect((await list()).data).toEqual([])
    })

    it('is removed with its sandbox', async () => {
      await set({ kind: 'API_ERROR' })
      expect((await gateway.send('DELETE', at(''))).status).toBe(204)
      expect((await gateway.send('GET', at('/faults'))).status).toBe(404)
      const rows = (await gateway.books.everything())['sandbox_faults'] ?? []
      expect(rows.filter((row) => row['merchant_id'] === merchant.ready.merchant_id)).toEqual([])
    })

    it('is rejected for an unknown provider, and with a setting of another kind', async () => {
      expect((await set({ kind: 'PROVIDER_OUTAGE', provider_ids: ['sim-z'] })).status).toBe(422)
      expect((await set({ kind: 'API_ERROR', latency_ms: 5 } as SandboxFaultRequest)).status).toBe(422)
      expect((await set({ kind: 'API_ERROR', duration_seconds: 86_401 })).status).toBe(422)
      expect((await clear('NONE')).status).toBe(404)
      expect((await list()).data).toEqual([])
    })

    describe('PROVIDER_OUTAGE', () => {
      it('at the first provider sends payments to the next one', async () => {
        const { provider_ids: providers } = await list()
        await set({ kind: 'PROVIDER_OUTAGE', provider_ids: providers.slice(0, 1) })
        const { result } = await pay()
        expect(result).toMatchObject({
          status: 'APPROVED',
          processing_result: { payment_provider_id: providers[1] },
        })
      })

      it('at all providers ends payments without moving money, and ends itself', async () => {
        await set({ kind: 'PROVIDER_OUTAGE', duration_seconds: 60 })
        const { result } = await pay()
        expect([result?.status, result?.processing_code]).toEqual(['INVALID', '2024'])
        realTime.advance(60_000)
        expect((await pay()).result?.status).toBe('APPROVED')
      })

      it('leaves pending payments unchanged until the provider is back', async () => {
        const { result } = await merchant.authorize({
          flow: 'NO_3DS',
          metadata: { simulated_fault: 'TIMEOUT_AFTER_EXECUTION' },
        })
        const statusOf = async () =>
          (await merchant.get<{ transaction: { status: string } }>(`/api/transactions/${result?.id}/status`))
            .transaction.status
        const passAnHour = () =>
          gateway.send(
            'POST',
            '/simulators/clock',
            { advance_seconds: 3_600 },
            { 'x-sandbox-id': merchant.ready.sandbox_id ?? '' },
          )
        await set({ kind: 'PROVIDER_OUTAGE' })
        await passAnHour()
        expect(await statusOf()).toBe('PENDING')
        await clear('PROVIDER_OUTAGE')
        await passAnHour()
        expect(await statusOf()).toBe('APPROVED')
      })
    })
  },
  { adapters: { realTime, timers } },
)
