import type { PaymentContext, ProviderCustomer } from './provider.ts'
import type { Transaction } from './transaction.ts'

/** What a provider is told of who sells and who pays. */
export function paymentContextOf(transaction: Transaction): PaymentContext {
  const { terminalId, reference, description, browserInfo } = transaction
  return { terminalId, reference, description, customer: customerOf(transaction), browserInfo, options: null }
}

function customerOf({ customer, customerIp, browserInfo }: Transaction): ProviderCustomer | null {
  if (customer === null && customerIp === null) return null
  return {
    id: customer?.id ?? null,
    firstName: customer?.first_name ?? null,
    lastName: customer?.last_name ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    dateOfBirth: null,
    ip: customerIp,
    language: browserInfo?.language ?? null,
    address: customer?.address ?? null,
    city: customer?.city ?? null,
    postalCode: customer?.postal_code ?? null,
    state: null,
    country: customer?.country ?? null,
  }
}
