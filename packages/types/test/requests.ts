/** Requests that break no rule, for tests to break one at a time. */

export const SEALED = 'AZvL0mF1dGhlbnRpY2F0ZWQgY2lwaGVydGV4dA=='

export const validSession = {
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Two tickets',
  currency: 'EUR',
  amount: 24_900,
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/return',
}

export const validBrowserInfo = {
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -60,
  language: 'sv-SE',
}

export const validCard = {
  type: 'card',
  data: {
    encrypted_card_number: SEALED,
    encrypted_cvv: SEALED,
    encrypted_expiration_month: SEALED,
    encrypted_expiration_year: SEALED,
  },
}

export const validAuthorize = {
  reference: 'order-1001',
  terminal_id: 'T00000000001',
  currency: 'EUR',
  amount: 24_900,
  transaction_type: 'PURCHASE',
  payment_method: validCard,
  browser_info: validBrowserInfo,
}

const person = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }

export const validBlik = {
  reference: 'order-1001',
  terminal_id: 'T00000000001',
  currency: 'PLN',
  amount: 24_900,
  transaction_type: 'PURCHASE',
  payment_method: { type: 'partner-blik', data: person },
  return_url: 'https://shop.example/return',
}

export const validProviderRedirect = {
  ...validBlik,
  currency: 'EUR',
  payment_method: { type: 'provider-redirect-idl', data: person },
}

export const validPayment = {
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Two tickets',
  currency: 'EUR',
  amount: 24_900,
  method: 'OPEN_BANKING',
  country: 'SE',
  customer_ip: '203.0.113.7',
  return_url: 'https://shop.example/return',
  error_url: 'https://shop.example/error',
  cancel_url: 'https://shop.example/cancel',
}

export const validPayout = {
  terminal_id: 'T00000000001',
  reference: 'payout-1',
  description: 'Winnings',
  currency: 'INR',
  amount: 24_900,
  beneficiary: {
    type: 'bank_account',
    data: { account_number: '123456789001', account_name: 'Ada Lovelace', ifsc: 'HDFC0001234' },
  },
}

/** Returns a copy with one member set, or removed with `undefined`; `path` is dotted. */
export function withMember(request: object, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(request) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() ?? ''
  let holder = copy
  for (const name of names) holder = (holder[name] ??= {}) as Record<string, unknown>
  if (value === undefined) Reflect.deleteProperty(holder, last)
  else holder[last] = value
  return copy
}
