import type { PaymentContext } from '../src/transactions/execution/provider.ts'

/** What a provider is told of a payment where a test does not care. */
export const NO_CONTEXT: PaymentContext = {
  terminalId: 'T00000000001',
  reference: 'order-1001',
  description: null,
  customer: null,
  browserInfo: null,
  options: null,
}
