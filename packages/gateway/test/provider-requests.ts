import { Secret } from '@sluice/platform/kernel/secret'

import type { Simulation } from '../../simulators/src/scenarios/simulation.ts'
import type { ProviderAuthorization } from '../src/transactions/index.ts'
import type { CallRequest, OperationRequest } from '../src/transactions/execution/provider.ts'
import { NO_CONTEXT } from './payment-context.ts'
import { toMetadata } from '../../simulators/test/to-metadata.ts'

interface Input extends Partial<Simulation> {
  readonly pan?: string
  readonly key?: string
}

/** Returns a purchase of EUR 100.00 as the gateway sends it to a provider. */
export function authorizationOf({
  pan = '4242424242424242',
  key = 'attempt-1',
  ...simulation
}: Input = {}): ProviderAuthorization {
  return {
    idempotencyKey: key,
    merchantId: 'merchant',
    transactionId: 'transaction',
    accountId: 'sim-a-eur',
    attemptNumber: 1,
    transactionType: 'PURCHASE',
    amountMinor: 10_000,
    currency: 'EUR',
    card: {
      pan: new Secret(pan),
      cvv: new Secret('123'),
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
    exemption: null,
    installmentCount: null,
    ...NO_CONTEXT,
    metadata: toMetadata(simulation),
  }
}

/** That purchase, as an earlier call that is identified by its key alone. */
export function earlierCall(key: string): CallRequest {
  const asked = { accountId: 'sim-a-eur', amountMinor: 10_000, currency: 'EUR', mayBePartial: true }
  return { key, state: null, providerReference: null, ...asked }
}

/** Returns a refund of half of that purchase. */
export function operationOf(input: Partial<OperationRequest> = {}): OperationRequest {
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
    authorizedMinor: null,
    metadata: null,
    ...input,
  }
}
