import type { ProviderAccount } from '../merchants/index.ts'

/**
 * Whether new attempts use an account. CLOSED: they do. OPEN: it does not respond, so other routes come first.
 * PAUSED: an operator paused it, and no new attempt uses it.
 */
export type AccountState = 'CLOSED' | 'OPEN' | 'PAUSED'

/** An account that a new attempt skipped. */
export interface SkippedAccount extends ProviderAccount {
  readonly state: Exclude<AccountState, 'CLOSED'>
}

/** The state of an account that all processes share: one row. */
export interface SharedHealth extends ProviderAccount {
  /** The time at which it stopped responding, epoch milliseconds; null while it responds. */
  readonly openSinceMs: number | null
  readonly pausedAtMs: number | null
  /** The reason that the operator gave. */
  readonly pauseReason: string | null
}

/** The state of an account in this process. */
export interface KnownAccount extends SharedHealth {
  readonly state: AccountState
  /** Calls of this process that still wait for an answer. */
  readonly callsWaiting: number
  /** The time of its last response to this process, epoch milliseconds; null before the first one. */
  readonly lastAnsweredAtMs: number | null
}

/** The provider id under which 3DS servers are monitored like accounts. */
export const THREE_DS_PARTY = '3ds-server'

/** Returns a 3DS server as an account. @param id - as the configuration calls it. */
export function threeDsAccount(id: string | null): ProviderAccount {
  return { providerId: THREE_DS_PARTY, accountId: id ?? '' }
}

/** Returns why an operator cannot pause an account; null if the operator can. */
export function whyNotPausable({ providerId }: ProviderAccount): string | null {
  return providerId === THREE_DS_PARTY
    ? 'A 3DS server cannot be paused. Set another one for its terminals or accounts.'
    : null
}

/** Returns a name of an account, for maps and tasks. */
export function nameOfAccount({ providerId, accountId }: ProviderAccount): string {
  return `${providerId}\n${accountId}`
}

/** Returns the account with such a name. */
export function accountOf(name: string): ProviderAccount {
  const [providerId = '', accountId = ''] = name.split('\n')
  return { providerId, accountId }
}
