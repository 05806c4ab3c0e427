import type { TransferAccountMessage } from '@sluice/provider-protocol'

import type { SimulatedOrder } from './order.ts'

type Transferred = Pick<SimulatedOrder, 'currency' | 'merchantName' | 'referenceNumber'>

/**
 * The bank that receives the money. It is named after an astronomer, and its codes are assigned to no bank of any
 * country.
 */
const KOPERNIK_BANK = {
  name: 'Kopernik Bank',
  countryCode: 'PL',
  bankCode: '99901234',
  bic: 'KOPEPLPWXXX',
  sortCode: '999999',
  routingNumber: '999999992',
  ifsc: 'KOPE0000001',
  clabePrefix: '999180',
  zenginCode: '9999',
  zenginBranch: '001',
  zenginBranchName: 'Honten',
} as const

type Write = (
  order: Transferred,
  holder: { account_name: string; reference: string },
) => TransferAccountMessage

/** The accounts for currencies whose countries have no IBAN. The last digits identify the order. */
const LOCAL_FORMS: Readonly<Record<string, Write>> = {
  GBP: ({ referenceNumber }, holder) => ({
    kind: 'SORT_CODE',
    ...holder,
    sort_code: KOPERNIK_BANK.sortCode,
    account_number: referenceNumber.slice(-8),
  }),
  USD: ({ referenceNumber }, holder) => ({
    kind: 'ABA',
    ...holder,
    routing_number: KOPERNIK_BANK.routingNumber,
    account_number: referenceNumber,
    bank_name: KOPERNIK_BANK.name,
  }),
  INR: ({ referenceNumber }, holder) => ({
    kind: 'IFSC',
    ...holder,
    ifsc: KOPERNIK_BANK.ifsc,
    account_number: referenceNumber,
    bank_name: KOPERNIK_BANK.name,
  }),
  MXN: ({ referenceNumber }, holder) => ({
    kind: 'CLABE',
    ...holder,
    clabe: withClabeDigit(KOPERNIK_BANK.clabePrefix + referenceNumber.slice(-11)),
    bank_name: KOPERNIK_BANK.name,
  }),
  JPY: ({ referenceNumber }, holder) => ({
    kind: 'ZENGIN',
    ...holder,
    bank_code: KOPERNIK_BANK.zenginCode,
    bank_name: KOPERNIK_BANK.name,
    branch_code: KOPERNIK_BANK.zenginBranch,
    branch_name: KOPERNIK_BANK.zenginBranchName,
    account_type: 'ORDINARY',
    account_number: referenceNumber.slice(-7),
  }),
  AUD: ({ referenceNumber }, holder) => ({
    kind: 'LOCAL',
    ...holder,
    lines: [
      { label: 'BSB', value: '999-999' },
      { label: 'Account number', value: referenceNumber.slice(-9) },
    ],
  }),
}

/** Returns the account for a transfer. Each order has its own, so the money is matched even without its reference. */
export function transferAccountFor(order: Transferred): TransferAccountMessage {
  const { merchantName, referenceNumber, currency } = order
  const holder = {
    account_name: merchantName ?? KOPERNIK_BANK.name,
    reference: `KB${referenceNumber}`,
  }
  const write = LOCAL_FORMS[currency]
  if (write) return write(order, holder)
  const { countryCode, bankCode, bic } = KOPERNIK_BANK
  const accountNumber = bankCode + referenceNumber.padStart(16, '0')
  const iban = countryCode + checkDigits(countryCode, accountNumber) + accountNumber
  return { kind: 'IBAN', ...holder, iban, bic }
}

/** ISO 13616: 98 minus the rest of the rearranged number, letters counted from A = 10. */
function checkDigits(countryCode: string, accountNumber: string): string {
  const letters = [...countryCode].map((letter) => parseInt(letter, 36)).join('')
  return String(98n - (BigInt(`${accountNumber}${letters}00`) % 97n)).padStart(2, '0')
}

/** Appends the control digit of a CLABE: weights 3, 7, 1, each product modulo 10. */
function withClabeDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * [3, 7, 1][at % 3]!) % 10), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
