import type { PaymentContext, ProviderCustomer, ProviderOptions } from './provider.ts'
import type { Transaction } from './transaction.ts'

/**
 * What a provider is told of who sells and who pays.
 *
 * @param person - what the method was told of who pays: it goes before what the transaction says of its customer.
 */
export function paymentContextOf(
  transaction: Transaction,
  options: ProviderOptions | null,
  person: Partial<ProviderCustomer> = {},
): PaymentContext {
  const { terminalId, reference, description, browserInfo } = transaction
  return {
    terminalId,
    reference,
    description,
    customer: customerOf(transaction, person),
    browserInfo,
    options,
  }
}

function customerOf(
  { customer, shopperIp, browserInfo }: Transaction,
  person: Partial<ProviderCustomer>,
): ProviderCustomer | null {
  if (customer === null && shopperIp === null) return null
  return {
    id: customer?.id ?? null,
    firstName: customer?.first_name ?? null,
    lastName: customer?.last_name ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    dateOfBirth: null,
    ip: shopperIp,
    language: browserInfo?.language ?? null,
    address: customer?.address ?? null,
    city: customer?.city ?? null,
    postalCode: customer?.postal_code ?? null,
    state: customer?.state ?? null,
    country: customer?.country ?? null,
    ...person,
  }
}
