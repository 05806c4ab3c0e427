import type { MethodOrder } from '../elements/method-list/method-list.ts'
import type { WireCustomer } from '../protocol/messages.ts'
import type { GwalletAddress, PaymentData } from './gwallet-api.ts'
import { GWALLET_TYPE } from './gwallet-config.ts'

/** Returns the wallet's answer in the form in which a payment starts: the token complete and unread, in Base64. */
export function orderOf({ paymentMethodData }: PaymentData): MethodOrder {
  return {
    type: GWALLET_TYPE,
    data: { gwallet_pay_token: encodeBase64(paymentMethodData.tokenizationData.token) },
  }
}

/** Returns the address that the shopper agreed to share, or nothing. */
export function customerOf({ paymentMethodData }: PaymentData): WireCustomer {
  const { name, locality, postalCode, countryCode, phoneNumber, ...lines }: GwalletAddress =
    paymentMethodData.info.billingAddress ?? {}
  const [firstName, lastName] = splitName(name ?? '')
  const told = {
    firstName,
    lastName,
    address: [lines.address1, lines.address2, lines.address3].filter(Boolean).join(', '),
    city: locality,
    postalCode,
    country: countryCode,
    // Wallets format numbers with spaces. Without a country code, they have no meaning here.
    phone: phoneNumber?.startsWith('+') ? `+${phoneNumber.replace(/\D/g, '')}` : undefined,
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value))
}

/** The last word is the family name; a single word is the given name. */
function splitName(name: string): readonly [string, string] {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  return [words.join(' '), last]
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
