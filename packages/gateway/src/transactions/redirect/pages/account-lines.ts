import type { AccountLine, OrderPageTexts } from '@sluice/texts/order-page'

import type { TransferAccount } from '../../execution/transfer-account.ts'

/** One line of an account, with the text that the shopper copies. */
export interface ShownLine {
  readonly label: string
  /** The value in groups that people can read. */
  readonly shown: string
  readonly copied: string
}

/** The labels that are the same in every language. */
const NAMES: Readonly<Record<string, string>> = { iban: 'IBAN', bic: 'BIC', ifsc: 'IFSC', clabe: 'CLABE' }

/** The lines of each kind of account, in the order in which its country writes them. */
const LINES = {
  IBAN: ['account_name', 'iban', 'bic'],
  SORT_CODE: ['account_name', 'sort_code', 'account_number'],
  ABA: ['account_name', 'routing_number', 'account_number', 'bank_name'],
  IFSC: ['account_name', 'account_number', 'ifsc', 'bank_name'],
  CLABE: ['account_name', 'clabe', 'bank_name'],
  ZENGIN: [
    'bank_name',
    'bank_code',
    'branch_name',
    'branch_code',
    'account_type',
    'account_number',
    'account_name',
  ],
  LOCAL: ['account_name'],
} as const satisfies Readonly<Record<TransferAccount['kind'], readonly string[]>>

/** Lists what the shopper enters at the bank. */
export function listAccountLines(account: TransferAccount, texts: OrderPageTexts): readonly ShownLine[] {
  const members: Readonly<Record<string, unknown>> = { ...account }
  const lines = [...LINES[account.kind], 'reference'].flatMap((member) => {
    const value = members[member]
    if (typeof value !== 'string') return []
    const label = NAMES[member] ?? texts.lines[member as AccountLine]
    const shown = write(member, value, texts)
    // The copied text is what the bank's form expects; the groups of digits are only for reading.
    return [{ label, shown, copied: member === 'account_type' ? shown : value }]
  })
  if (account.kind !== 'LOCAL') return lines
  const local = account.lines.map(({ label, value }) => ({ label, shown: value, copied: value }))
  const [holder, ...rest] = lines
  return [...(holder ? [holder] : []), ...local, ...rest]
}

function write(member: string, value: string, { accountTypes }: OrderPageTexts): string {
  switch (member) {
    case 'iban':
      return value.replaceAll(/(.{4})(?=.)/g, '$1 ')
    case 'sort_code':
      return value.replaceAll(/(..)(?=.)/g, '$1-')
    case 'account_type':
      return accountTypes[value as keyof typeof accountTypes]
    default:
      return value
  }
}
