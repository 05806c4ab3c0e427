import { type ClientOptions, isGatewayError } from '@sluice/server-sdk'
import type { AuthorizeRequest, PaymentRequest } from '@sluice/types'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { clientOf } from './client-of.ts'
import { type Fault, FAULTS, type FaultyRequests, openFaultyRequests } from './faulty-requests.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const TIMEOUT_MS = 30_000
const DEADLINE_MS = 60_000

/** The faults after which only the gateway knows the outcome. */
const LOSSES: readonly Fault[] = FAULTS.filter((fault) => /^(cut|no answer|garbage)/.test(fault))

describe('the SDK on a faulty connection', () => {
  let gateway: TestGateway
  let line: FaultyRequests
  const unhandled: unknown[] = []
  const remember = (reason: unknown) => void unhandled.push(reason)
  /** The running time limits; time passes only when a test advances it. */
  const limits = new Set<{ readonly ms: number; readonly fire: () => void }>()
  let limitThatEnds = TIMEOUT_MS

  beforeAll(async () => {
    process.on('unhandledRejection', remember)
    gateway = await startTestGateway()
    line = await openFaultyRequests(gateway.ready.base_url, () => {
      // The wait for the lost answer times out.
      for (const { ms, fire } of limits) if (ms === limitThatEnds) fire()
    })
  })
  beforeEach(() => {
    line.faults = []
    line.refusedAuthorization = null
    limitThatEnds = TIMEOUT_MS
  })
  afterAll(async () => {
    await line.close()
    await gateway.close()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', remember)
    expect(unhandled).toEqual([])
  })

  function client(options: Partial<ClientOptions> = {}) {
    return clientOf(gateway.ready, {
      baseUrl: line.origin,
      timeoutMs: TIMEOUT_MS,
      deadlineMs: DEADLINE_MS,
      startTimer(ms, fire, keepsAlive) {
        if (keepsAlive) {
          const timer = setImmediate(fire)
          return () => clearImmediate(timer)
        }
        const limit = { ms, fire }
        limits.add(limit)
        return () => limits.delete(limit)
      },
      ...options,
    })
  }

  /** Returns the gateway's transactions with a reference. */
  async function transactionsOf(reference: string): Promise<number> {
    const stored = await gateway.books.all('transactions')
    return stored.filter((row) => row['reference'] === reference).length
  }

  const cardRequest = async () =>
    (await gateway.cardRequest({ flow: 'NO_3DS' })) as unknown as AuthorizeRequest & { reference: string }
  const paymentRequest = (): PaymentRequest => ({
    terminal_id: gateway.ready.terminal_id,
    reference: gateway.nextReference(),
    description: 'Two apples',
    currency: 'EUR',
    amount: 10_000,
    method: 'OPEN_BANKING',
    country: 'DE',
    customer_ip: '203.0.113.7',
    return_url: 'https://shop.example/thanks',
    error_url: 'https://shop.example/failed',
    cancel_url: 'https://shop.example/cart',
  })

  it.each(LOSSES)('authorizes once after %s, with retryUnsafe', async (fault) => {
    const request = await cardRequest()
    line.faults = [fault]
    const envelope = await client({ retryUnsafe: true }).transactions.authorize(request)
    expect(envelope.result?.status).toBe('APPROVED')
    expect(await transactionsOf(request.reference)).toBe(1)
  })

  it.each(LOSSES)(
    'does not authorize again by itself after %s, and names how to find out the outcome',
    async (fault) => {
      const request = await cardRequest()
      const { transactions } = client()
      line.faults = [fault]
      const { asked } = line.seen
      const error: unknown = await transactions.authorize(request).catch((reason: unknown) => reason)
      expect(line.seen.asked - asked).toBe(1)
      if (!isGatewayError(error)) throw error
      expect(error).toMatchObject({ outcomeUnknown: true, call: { reference: request.reference } })

      // The fix is the same request with the same key.
      const idempotencyKey = error.call?.idempotencyKey
      const envelope = await transactions.authorize(request, { idempotencyKey })
      expect(envelope.result?.status).toBe('APPROVED')
      expect(await transactionsOf(request.reference)).toBe(1)
    },
  )

  it.each(LOSSES)('pays by reference once after %s, by itself', async (fault) => {
    const request = paymentRequest()
    line.faults = [fault, fault]
    const envelope = await client().transactions.createPayment(request)
    expect(envelope.redirect?.url).toMatch(/^http/)
    expect(await transactionsOf(request.reference)).toBe(1)
  })

  it('never pays twice and never denies an executed payment, for all faults', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 6 }),
        fc.boolean(),
        async (faults, retryUnsafe) => {
          const request = await cardRequest()
          line.faults = [...faults]
          const { transactions } = client({ retryUnsafe })
          const outcome: unknown = await transactions.authorize(request).catch((reason: unknown) => reason)

          const made = await transactionsOf(request.reference)
          expect(made).toBeLessThanOrEqual(1)
          if (isGatewayError(outcome)) {
            if (!outcome.outcomeUnknown) expect(made).toBe(0)
          } else {
            expect(outcome).toMatchObject({ result: { status: 'APPROVED' } })
            expect(made).toBe(1)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('ends at its deadline, and reports whether that was too early', async () => {
    limitThatEnds = DEADLINE_MS
    const request = await cardRequest()
    line.faults = ['cut after', 'no answer after']
    const call = client({ retryUnsafe: true }).transactions.authorize(request)
    await expect(call).rejects.toMatchObject({
      code: 'request_timed_out',
      timeoutMs: DEADLINE_MS,
      outcomeUnknown: true,
    })
    expect(await transactionsOf(request.reference)).toBe(1)
    expect(limits.size).toBe(0)
  })

  it('handles a storm of 401s with one new token for all', async () => {
    const tokens: string[] = []
    const { sessions, ...shop } = client({
      hooks: { onRequest: ({ call }) => void (call.path.endsWith('/token') && tokens.push(call.path)) },
    })
    await shop.transactions.status('nothing')
    line.refusedAuthorization = line.seen.authorization
    const requests = Array.from({ length: 20 }, () => gateway.sessionRequest())
    const made = await Promise.all(requests.map((request) => sessions.create(request as never)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(20)
    expect(tokens).toHaveLength(2)

    // A storm that does not end is reported as such.
    line.faults = ['unauthorized', 'unauthorized']
    await expect(sessions.create(gateway.sessionRequest() as never)).rejects.toMatchObject({
      code: 'authentication_failed',
      refusedBy: 'gateway',
    })
  })

  it('tolerates a clock that is wrong, or set while it runs', async () => {
    for (const offsetMs of [-86_400_000, 0, 86_400_000]) {
      let now = Date.now() + offsetMs
      const { customers } = client({ now: () => now })
      const { id } = await customers.create({ email: 'ada@example.com' })
      for (const jumpMs of [-7_200_000, 7_200_000, 86_400_000]) {
        now += jumpMs
        await expect(customers.get(id)).resolves.toMatchObject({ id })
      }
    }
  })
})
