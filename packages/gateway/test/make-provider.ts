import {
  MANAGE_TYPES,
  PAYMENT_RESULT_TYPES,
  PAYMENT_METHOD_TYPES,
  PAYOUT_RESULT_TYPE,
} from '@sluice/types/vocabulary'

import { declareUsual, mapCalls } from '../src/transactions/execution/declarations.ts'
import type { Provider, ProviderCapabilities } from '../src/transactions/execution/provider.ts'

/** All operations of a provider. */
export const EVERY_CAPABILITY: ProviderCapabilities = {
  methods: new Set<string>([...PAYMENT_METHOD_TYPES, ...PAYMENT_RESULT_TYPES, PAYOUT_RESULT_TYPE]),
  ...declareUsual(new Set(MANAGE_TYPES), 'none'),
  reports: 'NONE',
  takesUpiAddress: true,
}

/** The declarations of a provider that fences every kind of call. */
export const FENCED: ProviderCapabilities = {
  ...EVERY_CAPABILITY,
  calls: mapCalls((kind) => ({ ...EVERY_CAPABILITY.calls[kind], fence: 'native' })),
}

const unexpected = (): Promise<never> => Promise.reject(new Error('the test expected no such call'))

/** A provider with the test's answers, which fails at every other call. It has never received a key. */
export function makeProvider(id: string, answers: Partial<Provider> = {}): Provider {
  return {
    id,
    capabilities: EVERY_CAPABILITY,
    authorize: unexpected,
    operate: unexpected,
    undo: unexpected,
    order: unexpected,
    cancelOrder: unexpected,
    findOutcome: () => Promise.resolve(null),
    fence: unexpected,
    ...answers,
  }
}
