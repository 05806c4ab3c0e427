import {
  LOCAL_SCHEME_TYPE,
  PAYMENT_RESULT_TYPES,
  type PaymentResultType,
  PROVIDER_REDIRECT_TYPES,
  REDIRECT_METHODS,
  type RedirectCode,
} from '@sluice/types/vocabulary'
import type { MethodKind, MethodTexts, RedirectName } from '@sluice/texts/methods'
import type { MethodFieldName } from './method-fields.ts'

export type MethodIcon =
  | 'bank'
  | 'cash'
  | 'code'
  | 'gift'
  | 'instant'
  | 'phone'
  | 'slip'
  | 'transfer'
  | 'voucher'
  | 'wallet'

export interface MethodDescription {
  readonly name: string
  /** Told from another method of the same name by this. */
  readonly letters: string
  readonly kind: MethodKind
  /** ISO 3166-1 alpha-2 of the only country that has it; null for several. */
  readonly country: string | null
  readonly icon: MethodIcon
  readonly fields: readonly MethodFieldName[]
}

const PAYMENTS: Readonly<
  Record<PaymentResultType, readonly [MethodKind, MethodIcon, country: string | null]>
> = {
  payment_open_banking: ['bank', 'bank', null],
  payment_upi: ['app', 'phone', 'IN'],
  payment_wallets: ['wallet', 'wallet', null],
  payment_bank_transfer: ['bank', 'transfer', null],
  payment_qr_code: ['app', 'code', null],
}

/** What a shopper does with each, which is all that brands would tell. @decision 0086 */
const REDIRECT_KINDS: Readonly<Record<RedirectName, readonly [MethodKind, MethodIcon]>> = {
  walletPayment: ['wallet', 'wallet'],
  onlineWallet: ['wallet', 'wallet'],
  mobileWallet: ['wallet', 'phone'],
  onlineTransfer: ['bank', 'transfer'],
  onlineBanking: ['bank', 'bank'],
  instantTransfer: ['bank', 'instant'],
  bankScheme: ['bank', 'bank'],
  prepaidVoucher: ['cash', 'voucher'],
  giftCard: ['cash', 'gift'],
  paymentSlip: ['cash', 'slip'],
  cash: ['cash', 'cash'],
}

const WHO_PAYS: readonly MethodFieldName[] = ['first_name', 'last_name', 'email']

/** How a way to pay is shown; null for cards and wallets, which are drawn otherwise, and for what is unknown here. */
export function describeMethod(type: string, texts: MethodTexts): MethodDescription | null {
  if (type === LOCAL_SCHEME_TYPE) {
    const fields = [...WHO_PAYS, 'blik_code'] as const
    return { name: 'BLIK', letters: '', kind: 'app', country: 'PL', icon: 'phone', fields }
  }
  const payment = PAYMENT_RESULT_TYPES.find((known) => known === type)
  if (payment) {
    const [kind, icon, country] = PAYMENTS[payment]
    return { name: texts.names[payment], letters: '', kind, country, icon, fields: [] }
  }
  const redirect = PROVIDER_REDIRECT_TYPES.find((known) => known === type)
  if (!redirect) return null
  const code = redirect.slice(-3) as RedirectCode
  const name: RedirectName = REDIRECT_METHODS[code]
  const [kind, icon] = REDIRECT_KINDS[name]
  const letters = code.toUpperCase()
  return { name: texts.redirects[name], letters, kind, country: null, icon, fields: WHO_PAYS }
}
