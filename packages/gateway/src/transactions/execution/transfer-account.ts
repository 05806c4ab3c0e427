import type { BankTransferInstructions as WireInstructions } from '@sluice/types'

/** The members of each type of account, without the time. */
type Untimed<Instructions> = Instructions extends unknown ? Omit<Instructions, 'expires_at'> : never

/** An account that the customer transfers money to. Its members are named as merchants and providers write them, because it passes through unchanged. */
export type TransferAccount = Untimed<WireInstructions>

/** The account to which the customer transfers the money. */
export interface BankTransferInstructions {
  readonly account: TransferAccount
  /** Money that arrives later is sent back. */
  readonly expiresAtMs: number
}

/** The form in which earlier versions stored an account. */
interface StoredIban {
  readonly accountName: string
  readonly iban: string
  readonly bic: string
  readonly reference: string
  readonly expiresAtMs: number
}

/** Reads what this version or an earlier one stored. */
export function readInstructions(text: string): BankTransferInstructions {
  const stored = JSON.parse(text) as BankTransferInstructions | StoredIban
  if ('account' in stored) return stored
  const { accountName, expiresAtMs, ...account } = stored
  return { account: { kind: 'IBAN', account_name: accountName, ...account }, expiresAtMs }
}
