import type { PaymentContext, ProviderCustomer, ProviderOptions } from './provider.ts'
import type { Transaction } from './transaction.ts'

/**
 * Describes the seller and the payer for a provider.
 *
 * @param person - the payer's data from the payment method, which overrides the customer of the transaction.
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
