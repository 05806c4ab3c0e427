import type { PaymentContext } from '../src/transactions/execution/provider.ts'

/** The context of a payment for tests that do not depend on it. */
export const NO_CONTEXT: PaymentContext = {
  terminalId: 'T00000000001',
  reference: 'order-1001',
  description: null,
  customer: null,
  browserInfo: null,
  options: null,
}
