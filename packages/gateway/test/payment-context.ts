import type { OrderBeneficiary, PaymentContext } from '../src/transactions/execution/provider.ts'
import { Secret } from '../src/kernel/secret.ts'

/** What a provider is told of a payment where a test does not care. */
export const NO_CONTEXT: PaymentContext = {
  terminalId: 'T00000000001',
  reference: 'order-1001',
  description: null,
  customer: null,
  browserInfo: null,
  options: null,
}

export function beneficiaryOf(accountNumber: string): OrderBeneficiary {
  return {
    accountNumber: new Secret(accountNumber),
    accountName: 'Ada',
    ifsc: null,
    bankCode: null,
    bankName: null,
    bankBranch: null,
    bankAddress: null,
    bankCity: null,
    bankState: null,
    mobile: null,
  }
}
