import type { Cardholder } from '../../three-ds/index.ts'
import type { Transaction } from '../execution/transaction.ts'

/** What the AReq says of the cardholder, as far as the merchant said it; null when nothing is known. */
export function cardholderOf({ customer }: Pick<Transaction, 'customer'>): Cardholder | null {
  if (customer === null) return null
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  return {
    name: name === '' ? null : name,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    address: customer.address ?? null,
    city: customer.city ?? null,
    postalCode: customer.postal_code ?? null,
    country: customer.country ?? null,
  }
}

/**
 * Whether scripts run in the shopper's browser. Our own forms are scripts; of a merchant's page nothing is known, and the
 * 3DS Server decides what the AReq says.
 */
export function runsScripts({ integration }: Pick<Transaction, 'integration'>): boolean | null {
  return integration === 'DIRECT_API' ? null : true
}
