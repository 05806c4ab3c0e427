import {
  LOCAL_SCHEME_TYPE,
  PAYMENT_RESULT_TYPES,
  type PaymentResultType,
  PROVIDER_REDIRECT_TYPES,
  type RedirectCode,
} from '@sluice/types/vocabulary'
import type { MethodTexts, RedirectKind } from '../../locales/method-texts.ts'
import type { MethodFieldName } from './method-fields.ts'

export type MethodIcon = 'bank' | 'phone' | 'wallet' | 'transfer' | 'code' | 'voucher' | 'service'

export interface MethodDescription {
  readonly name: string
  readonly icon: MethodIcon
  readonly fields: readonly MethodFieldName[]
}

const PAYMENT_ICONS: Readonly<Record<PaymentResultType, MethodIcon>> = {
  payment_open_banking: 'bank',
  payment_upi: 'phone',
  payment_wallets: 'wallet',
  payment_bank_transfer: 'transfer',
  payment_qr_code: 'code',
}

const REDIRECT_ICONS: Readonly<Record<RedirectKind, MethodIcon>> = {
  wallet: 'wallet',
  bank: 'bank',
  scheme: 'bank',
  voucher: 'voucher',
  service: 'service',
}

/** The schemes of which the contract says what they are; the others stay a payment service with its letters. */
const REDIRECT_KINDS: Readonly<Partial<Record<RedirectCode, RedirectKind>>> = {
  ali: 'wallet',
  obt: 'bank',
  psc: 'voucher',
  idl: 'scheme',
}

const WHO_PAYS: readonly MethodFieldName[] = ['first_name', 'last_name', 'email']

/** How a way to pay is shown; null for cards and wallets, which are drawn otherwise, and for what is unknown here. */
export function describeMethod(type: string, texts: MethodTexts): MethodDescription | null {
  if (type === LOCAL_SCHEME_TYPE) return { name: 'BLIK', icon: 'phone', fields: [...WHO_PAYS, 'blik_code'] }
  const payment = PAYMENT_RESULT_TYPES.find((known) => known === type)
  if (payment) return { name: texts.names[payment], icon: PAYMENT_ICONS[payment], fields: [] }
  const redirect = PROVIDER_REDIRECT_TYPES.find((known) => known === type)
  if (!redirect) return null
  const code = redirect.slice(-3) as RedirectCode
  const kind = REDIRECT_KINDS[code] ?? 'service'
  // Brands are other people's: a scheme is told from its neighbours by its letters.
  return {
    name: `${texts.redirects[kind]} (${code.toUpperCase()})`,
    icon: REDIRECT_ICONS[kind],
    fields: WHO_PAYS,
  }
}
