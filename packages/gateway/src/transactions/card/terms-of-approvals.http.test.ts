import type { Transaction } from '@sluice/types'
import { beforeEach, expect, it } from 'vitest'

import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeProvider } from '../../../test/make-provider.ts'
import type { OperationRequest, ProviderOutcome } from '../execution/provider.ts'

const DAY_MS = 86_400_000
const AMOUNT = 1_000
const NOTHING_SAID = { captureSeveral: null, increment: null, extend: null }

const operations: OperationRequest[] = []
let terms: Pick<ProviderOutcome, 'may' | 'captureBeforeMs'> = {}
/** Whether only a status query returns the outcome. */
let isAnswerLost = false

const approval = (): ProviderOutcome => ({ ...PROVIDER_OUTCOME, ...terms })
const provider = makeProvider('sim-a', {
  authorize: () => (isAnswerLost ? Promise.reject(new Error('no answer')) : Promise.resolve(approval())),
  findOutcome: () => Promise.resolve(approval()),
  operate: (request) => (operations.push(request), Promise.resolve(PROVIDER_OUTCOME)),
})

describeAtBothGateways(
  'the terms that a provider reports with an approval',
  (current) => {
    beforeEach(() => {
      terms = {}
      isAnswerLost = false
      operations.length = 0
      current().gateway.forgetToken()
    })

    const authorize = async (): Promise<Transaction> => {
      const body = { amount: AMOUNT, transaction_type: 'AUTHORIZE' }
      const { result } = await current().gateway.authorize({ flow: 'NO_3DS', body })
      return result ?? expect.fail('no result')
    }
    const capture = (parent: Transaction, amount: number, final_capture: boolean) => {
      const { terminal_id, currency, reference } = parent
      const operation = { transaction_type: 'CAPTURE', options: { final_capture } }
      const request = { terminal_id, currency, reference, amount, ...operation }
      return current().gateway.post<Transaction>('/api/transactions/manage', request)
    }
    const status = ({ id }: Transaction) => current().gateway.status(id)
    const nowMs = () => current().gateway.clock.now()

    it.each([false, true])('is stored and reported (answer lost: %s)', async (isLost) => {
      const captureBeforeMs = nowMs() + 5 * DAY_MS
      terms = { may: { captureSeveral: true, increment: false, extend: null }, captureBeforeMs }
      isAnswerLost = isLost
      const payment = await authorize()
      if (isLost) await current().gateway.advance(3_000)
      const told = {
        capture_before: new Date(captureBeforeMs).toISOString(),
        may: { capture_several: true, increment: false, extend: null },
      }
      expect((await status(payment)).data?.operations).toMatchObject(told)
      if (!isLost) expect(payment.data?.operations).toMatchObject(told)
      const timeline = await current().gateway.get<{ data: { kind: string; detail: object }[] }>(
        `/api/transactions/${payment.id}/timeline`,
      )
      expect(timeline.data.filter(({ kind }) => kind === 'STATUS').at(-1)?.detail).toMatchObject(told)
    })

    it('is absent where the provider says nothing; the authorization can be captured for the declared time', async () => {
      const payment = await authorize()
      const money = (await status(payment)).data?.operations
      expect(money).not.toHaveProperty('may')
      const before = Date.parse(money?.capture_before ?? '')
      expect(Math.abs(before - nowMs() - 7 * DAY_MS)).toBeLessThan(60_000)
      expect(payment.data?.operations?.capture_before).toBe(money?.capture_before)
    })

    it('refuses a second capture of a payment that is captured once, before the provider is asked', async () => {
      terms = { may: { ...NOTHING_SAID, captureSeveral: false } }
      const payment = await authorize()
      const rest = await capture(payment, 400, false)
      expect(rest).toMatchObject({ status: 'INVALID', processing_code: '2010' })
      expect(rest.errors[0]).toMatchObject({
        property: 'options.final_capture',
        message: 'the provider of the original captures an authorization once: final_capture must be true',
      })
      expect(operations).toEqual([])
      expect(await capture(payment, 400, true)).toMatchObject({ status: 'APPROVED' })
      expect(operations).toHaveLength(1)
      expect(await capture(payment, 1, true).catch(() => null)).not.toMatchObject({ status: 'APPROVED' })
      expect(operations).toHaveLength(1)
    })

    it('widens no declaration', async () => {
      const { capture: declared } = provider.capabilities.operations
      expect(declared).not.toBeNull()
      const restricted = { ...provider.capabilities.operations, capture: { several: false, partly: true } }
      Object.assign(provider, { capabilities: { ...provider.capabilities, operations: restricted } })
      try {
        terms = { may: { ...NOTHING_SAID, captureSeveral: true } }
        expect(await capture(await authorize(), 400, false)).toMatchObject({ processing_code: '2010' })
      } finally {
        const operationsBefore = { ...restricted, capture: declared }
        Object.assign(provider, { capabilities: { ...provider.capabilities, operations: operationsBefore } })
      }
    })

    it('ends the time of a capture: the refusal contains the time', async () => {
      terms = { captureBeforeMs: nowMs() + 2 * DAY_MS }
      const payment = await authorize()
      await current().gateway.advance(2 * DAY_MS - 60_000)
      current().gateway.forgetToken()
      expect(await capture(payment, 400, false)).toMatchObject({ status: 'APPROVED' })
      await current().gateway.advance(60_000)
      const late = await capture(payment, 100, false)
      expect(late).toMatchObject({ status: 'INVALID', processing_code: '2010' })
      // Advancing the clock of a sandbox moves its deadlines into the past.
      const money = (await status(payment)).data?.operations
      expect(late.errors[0]?.message).toBe(
        `the authorization could be captured until ${money?.capture_before}`,
      )
      expect((await status(payment)).data?.operations).toMatchObject({ voided_amount: 600, open_amount: 0 })
    })

    it('never lengthens the declared time of a capture', async () => {
      terms = { captureBeforeMs: nowMs() + 20 * DAY_MS }
      const before = Date.parse((await authorize()).data?.operations?.capture_before ?? '')
      expect(Math.abs(before - nowMs() - 7 * DAY_MS)).toBeLessThan(60_000)
    })

    it('is ignored with an alert where the capture deadline has passed', async () => {
      terms = { captureBeforeMs: nowMs() - 1 }
      const payment = await authorize()
      const before = Date.parse(payment.data?.operations?.capture_before ?? '')
      expect(Math.abs(before - nowMs() - 7 * DAY_MS)).toBeLessThan(60_000)
      expect(await current().gateway.books.of('alerts', payment.id)).toMatchObject([
        { kind: 'CONTRADICTION' },
      ])
    })
  },
  { adapters: { providers: new Map([['sim-a', provider]]) } },
)
