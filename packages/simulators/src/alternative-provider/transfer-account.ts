import type { TransferAccount } from '../provider.ts'
import type { SimulatedOrder } from './order.ts'

const KOPERNIK_BANK = { countryCode: 'PL', bankCode: '99901234', bic: 'KOPEPLPWXXX' } as const

/** The account that a transfer goes to: one per order, so that the money is recognized even without its reference. */
export function transferAccountFor(
  order: Pick<SimulatedOrder, 'merchantName' | 'referenceNumber'>,
): TransferAccount {
  const accountNumber = KOPERNIK_BANK.bankCode + order.referenceNumber.padStart(16, '0')
  return {
    accountName: order.merchantName ?? 'Kopernik Bank',
    iban: KOPERNIK_BANK.countryCode + checkDigits(KOPERNIK_BANK.countryCode, accountNumber) + accountNumber,
    bic: KOPERNIK_BANK.bic,
    reference: `KB${order.referenceNumber}`,
  }
}

/** ISO 13616: 98 minus the rest of the rearranged number, letters counted from A = 10. */
function checkDigits(countryCode: string, accountNumber: string): string {
  const letters = [...countryCode].map((letter) => parseInt(letter, 36)).join('')
  return String(98n - (BigInt(`${accountNumber}${letters}00`) % 97n)).padStart(2, '0')
}
