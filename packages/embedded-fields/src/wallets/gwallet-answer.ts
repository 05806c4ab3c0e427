import type { MethodOrder } from '../elements/method-list/method-list.ts'
import type { WireCustomer } from '../protocol/messages.ts'
import type { GwalletAddress, PaymentData } from './gwallet-api.ts'
import { GWALLET_TYPE } from './gwallet-config.ts'

/** What the wallet gave, as a payment is started with it: the token whole and unread, in Base64. */
export function orderOf({ paymentMethodData }: PaymentData): MethodOrder {
  return {
    type: GWALLET_TYPE,
    data: { gwallet_pay_token: encodeBase64(paymentMethodData.tokenizationData.token) },
  }
}

/** The address that the shopper let the wallet tell, or nothing. */
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
    // Wallets write numbers with spaces; without a country in front they mean nothing here.
    phone: phoneNumber?.startsWith('+') ? `+${phoneNumber.replace(/\D/g, '')}` : undefined,
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value))
}

/** The last word is the family's; a single one is the first name. */
function splitName(name: string): readonly [string, string] {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  return [words.join(' '), last]
}

function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
