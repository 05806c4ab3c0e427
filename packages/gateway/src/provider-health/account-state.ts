import type { ProviderAccount } from '../merchants/index.ts'

/**
 * Whether new attempts go to an account. CLOSED: they do. OPEN: it does not answer, so other routes come first. PAUSED: an
 * operator paused it, and none does.
 */
export type AccountState = 'CLOSED' | 'OPEN' | 'PAUSED'

/** An account that a new attempt passed over. */
export interface SkippedAccount extends ProviderAccount {
  readonly state: Exclude<AccountState, 'CLOSED'>
}

/** What all processes know of an account: the row that they share. */
export interface SharedHealth extends ProviderAccount {
  /** Since when it does not answer; null while it does. Epoch milliseconds. */
  readonly openSinceMs: number | null
  readonly pausedAtMs: number | null
  /** As the operator wrote it. */
  readonly pauseReason: string | null
}

/** What this process knows of an account. */
export interface KnownAccount extends SharedHealth {
  readonly state: AccountState
  /** Calls of this process without an answer yet. */
  readonly callsWaiting: number
  /** When it last answered this process; null before the first answer. Epoch milliseconds. */
  readonly lastAnsweredAtMs: number | null
}

/** What accounts of this name are: 3DS servers, whose calls are watched alike. */
export const THREE_DS_PARTY = '3ds-server'

/** A 3DS server as an account. @param id - as the configuration calls it. */
export function threeDsAccount(id: string | null): ProviderAccount {
  return { providerId: THREE_DS_PARTY, accountId: id ?? '' }
}

/** Why an operator cannot pause an account; null for one that can be paused. */
export function whyNotPausable({ providerId }: ProviderAccount): string | null {
  return providerId === THREE_DS_PARTY
    ? 'A 3DS server cannot be paused. Name another one at its terminals or accounts.'
    : null
}

/** A name of an account, for maps and tasks. */
export function nameOfAccount({ providerId, accountId }: ProviderAccount): string {
  return `${providerId}\n${accountId}`
}

/** The account of such a name. */
export function accountOf(name: string): ProviderAccount {
  const [providerId = '', accountId = ''] = name.split('\n')
  return { providerId, accountId }
}
