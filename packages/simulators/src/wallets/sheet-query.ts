import { isCurrency, toMinorUnits } from '@sluice/types/vocabulary'

/** The content of the sheet, as the wallet's script writes it into the address. */
export interface SheetQuery {
  readonly wallet: WalletName
  readonly amountMinor: number
  readonly currency: string
  readonly merchant: string
  readonly authMethods: readonly string[]
  readonly networks: readonly string[]
  readonly asksForAddress: boolean
}

export const WALLET_NAMES = ['gwallet-pay', 'awallet-pay'] as const

export type WalletName = (typeof WALLET_NAMES)[number]

/** Returns null if the query cannot be paid with, because none of the wallet's scripts wrote it. */
export function readSheetQuery(query: Readonly<Record<string, unknown>>): SheetQuery | null {
  const textOf = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const wallet = WALLET_NAMES.find((known) => known === textOf('wallet'))
  const currency = textOf('currency')
  const amountMinor = isCurrency(currency) ? minorUnitsOf(textOf('amount'), currency) : null
  if (wallet === undefined || amountMinor === null || URL.parse(textOf('origin')) === null) return null
  return {
    wallet,
    amountMinor,
    currency,
    merchant: textOf('merchant'),
    authMethods: textOf('auth_methods').split(','),
    networks: textOf('networks').split(','),
    asksForAddress: textOf('billing') === 'yes',
  }
}

function minorUnitsOf(amount: string, currency: Parameters<typeof toMinorUnits>[1]): number | null {
  try {
    return toMinorUnits(amount, currency)
  } catch {
    return null
  }
}
