import { describe, expect, it, onTestFinished } from 'vitest'

import type { SimulatedFault } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

import type { Simulation } from '../../simulators/src/scenarios/simulation.ts'
import type { Provider, ProviderAuthorization } from '../src/transactions/index.ts'
import type { AskedCall, OperationRequest, UndoRequest } from '../src/transactions/execution/provider.ts'
import { NO_CONTEXT } from './payment-context.ts'
import { toMetadata } from '../../simulators/test/to-metadata.ts'
import { createTestClock, type TestClock } from '../../simulators/test/test-clock.ts'

/** Card providers with the simulators behind them, at a clock that the test moves. */
export interface ProvidersUnderTest {
  readonly providers: ReadonlyMap<string, Provider>
  close(): Promise<void>
}

interface Wish extends Partial<Simulation> {
  readonly pan?: string
  readonly cvv?: string | null
  readonly key?: string
  readonly attempt?: number
  readonly accountId?: string
}

export function authorizationOf({
  pan = '4242424242424242',
  cvv = '123',
  key = 'attempt-1',
  attempt = 1,
  accountId = 'sim-a-eur',
  ...simulation
}: Wish = {}): ProviderAuthorization {
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
      pan: new Secret(pan),
      cvv: cvv === null ? null : new Secret(cvv),
      brand: 'VISA',
      expirationMonth: 12,
      expirationYear: 2030,
    },
    authentication: {
      transStatus: 'Y',
      eci: '05',
      authenticationValue: new Secret('AAECAwQFBgcICQoLDA0ODxAREhM='),
      dsTransId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      messageVersion: '2.2.0',
    },
    keepsPartialApproval: false,
    storedCredential: null,
    prepared: null,
    billingAddress: null,
    ...NO_CONTEXT,
    metadata: toMetadata(simulation),
  }
}

/** An earlier call that is identified by its key alone. */
export function earlierCall(key: string): AskedCall {
  const asked = { accountId: 'sim-a-eur', currency: 'EUR' }
  const isOperation = key.startsWith('operation')
  const amount = { amountMinor: isOperation ? 5_000 : 10_000, mayBePartial: !isOperation }
  return { key, state: null, providerReference: null, ...asked, ...amount }
}

function undoOf(): UndoRequest {
  const { merchantId, transactionId, accountId, original, currency } = operationOf()
  const amountMinor = authorizationOf().amountMinor
  return { idempotencyKey: 'undo-1', merchantId, transactionId, accountId, original, amountMinor, currency }
}

export function operationOf(wish: Partial<OperationRequest> = {}): OperationRequest {
  return {
    idempotencyKey: 'operation-1',
    operation: 'REFUND',
    merchantId: 'merchant',
    transactionId: 'refund',
    accountId: 'sim-a-eur',
    original: earlierCall('attempt-1'),
    parent: earlierCall('attempt-1'),
    amountMinor: 5_000,
    currency: 'EUR',
    finalCapture: false,
    metadata: null,
    ...wish,
  }
}

/** Executed or not, as the name of the fault says. */
const FAULTS: readonly (readonly [SimulatedFault, isExecuted: boolean])[] = [
  ['TIMEOUT_AFTER_EXECUTION', true],
  ['RESET_AFTER_EXECUTION', true],
  ['MALFORMED_ANSWER', true],
  ['RESET_BEFORE_EXECUTION', false],
  ['SERVER_ERROR', false],
]

/** What the gateway may rely on, with every card provider. */
export function describeCardProvider(
  name: string,
  open: (clock: TestClock) => Promise<ProvidersUnderTest>,
): void {
  const openOne = async (id = 'sim-a') => {
    const clock = createTestClock()
    const { providers, close } = await open(clock)
    onTestFinished(close)
    const provider = providers.get(id)
    if (!provider) throw new Error(`no provider ${id}`)
    return { provider, providers, clock }
  }

  describe(`card provider: ${name}`, () => {
    it('approves with the numbers of an acquirer', async () => {
      const { provider } = await openOne()
      expect(await provider.authorize(authorizationOf())).toEqual({
        networkTransactionId: expect.stringMatching(/^.{1,64}$/) as unknown,
        processingCode: '0000',
        providerResponseCode: '00',
        providerResponseMessage: 'Approved',
        approvalCode: expect.stringMatching(/^[A-Z0-9]{6}$/) as string,
        referenceNumber: expect.stringMatching(/^[0-9]{12}$/) as string,
        systan: expect.any(Number) as number,
        retryable: false,
        approvedMinor: 10_000,
        names: {
          state: expect.any(Secret) as Secret<string>,
          refs: [expect.stringMatching(/^sim_[0-9a-f]{24}$/) as string],
        },
      })
    })

    it('declines as a result, with its raw values', async () => {
      const { provider } = await openOne()
      const wish = {
        pan: '4000000000009995',
        providerResponseCode: 'Z9',
        providerResponseMessage: 'Žao nam je',
      }
      expect(await provider.authorize(authorizationOf(wish))).toMatchObject({
        processingCode: '1004',
        providerResponseCode: 'Z9',
        providerResponseMessage: 'Žao nam je',
        approvalCode: null,
      })
    })

    it('is told the attempt, the flow and whether there is a CVV', async () => {
      const { provider } = await openOne('sim-c')
      const accountId = 'sim-c-eur'
      const fallback = { flow: 'FALLBACK_APPROVE_AFTER_1', accountId } as const
      expect(await provider.authorize(authorizationOf({ key: 'a', ...fallback }))).toMatchObject({
        processingCode: '1000',
        retryable: true,
      })
      expect(await provider.authorize(authorizationOf({ key: 'b', attempt: 2, ...fallback }))).toMatchObject({
        processingCode: '0000',
      })
      expect(await provider.authorize(authorizationOf({ key: 'c', cvv: null, accountId }))).toMatchObject({
        processingCode: '2020',
      })
    })

    it('moves money once for one key, also when both requests come at once', async () => {
      const { provider } = await openOne()
      const [first, second] = await Promise.all([
        provider.authorize(authorizationOf()),
        provider.authorize(authorizationOf()),
      ])
      expect(second).toEqual(first)
      expect(await provider.authorize(authorizationOf({ responseCode: '1000' }))).toEqual(first)
    })

    it('tells the outcome by key, at the provider that was asked alone', async () => {
      const { provider, providers } = await openOne()
      expect(await provider.findOutcome(earlierCall('attempt-1'))).toBeNull()
      const outcome = await provider.authorize(authorizationOf())
      expect(await provider.findOutcome(earlierCall('attempt-1'))).toEqual(outcome)
      expect(await providers.get('sim-b')?.findOutcome(earlierCall('attempt-1'))).toBeNull()
    })

    it('tells what is pending, and later what became of it', async () => {
      const { provider, clock } = await openOne()
      const pending = authorizationOf({ responseCode: '1002' })
      expect(await provider.authorize(pending)).toMatchObject({ processingCode: '1002', approvalCode: null })
      clock.advance(3_000)
      expect(await provider.findOutcome(earlierCall('attempt-1'))).toMatchObject({ processingCode: '0000' })
    })

    it('captures, refunds and voids, each once for its key', async () => {
      const { provider } = await openOne()
      await provider.authorize(authorizationOf())
      const refund = await provider.operate(operationOf())
      expect(refund).toMatchObject({ processingCode: '0000', providerResponseCode: '00' })
      expect(await provider.operate(operationOf())).toEqual(refund)
      expect(await provider.findOutcome(earlierCall('operation-1'))).toEqual(refund)
      expect(
        await provider.operate(
          operationOf({ idempotencyKey: 'operation-2', metadata: toMetadata({ responseCode: '1000' }) }),
        ),
      ).toMatchObject({ processingCode: '1000' })
    })

    it('keeps a fence: what it has not executed, it never will', async () => {
      const { provider } = await openOne()
      expect(await provider.fence(earlierCall('attempt-1'))).toEqual({ kind: 'fenced' })
      expect(await provider.authorize(authorizationOf())).toMatchObject({
        processingCode: '2024',
        providerResponseMessage: 'FENCED',
      })
      expect(await provider.fence(earlierCall('attempt-1'))).toEqual({ kind: 'fenced' })
      expect(await provider.findOutcome(earlierCall('attempt-1'))).toBeNull()
    })

    it('answers a fence that came too late with the outcome', async () => {
      const { provider } = await openOne()
      const outcome = await provider.authorize(authorizationOf())
      expect(await provider.fence(earlierCall('attempt-1'))).toEqual({ kind: 'outcome', outcome })
    })

    it('gives back what must not stand, once', async () => {
      const { provider } = await openOne()
      await provider.authorize(authorizationOf())
      const undo = undoOf()
      const outcome = await provider.undo(undo)
      expect(outcome).toMatchObject({ processingCode: '0000' })
      expect(await provider.undo(undo)).toEqual(outcome)
      const refund = operationOf({ idempotencyKey: 'refund-1' })
      expect(await provider.operate(refund)).toMatchObject({ processingCode: '2010' })
    })

    it('does not execute what was undone before it arrived', async () => {
      const { provider } = await openOne()
      await provider.undo(undoOf())
      expect(await provider.authorize(authorizationOf())).toMatchObject({
        processingCode: '1001',
        approvalCode: null,
      })
      expect(await provider.findOutcome(earlierCall('attempt-1'))).toMatchObject({ processingCode: '1001' })
    })

    it.each(FAULTS)('%s throws, and find tells that it was executed: %s', async (fault, isExecuted) => {
      const { provider } = await openOne()
      await expect(provider.authorize(authorizationOf({ fault }))).rejects.toThrow()
      const found = await provider.findOutcome(earlierCall('attempt-1'))
      expect(found?.processingCode ?? null).toBe(isExecuted ? '0000' : null)
    })

    it.each(FAULTS)(
      'an operation: %s throws, and find tells that it was executed: %s',
      async (fault, isExecuted) => {
        const { provider } = await openOne()
        await provider.authorize(authorizationOf())
        await expect(provider.operate(operationOf({ metadata: toMetadata({ fault }) }))).rejects.toThrow()
        const found = await provider.findOutcome(earlierCall('operation-1'))
        expect(found?.processingCode ?? null).toBe(isExecuted ? '0000' : null)
      },
    )
  })
}
