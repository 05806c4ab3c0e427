import type { ProviderAccount } from '../merchants/index.ts'
import { type KnownAccount, nameOfAccount, THREE_DS_PARTY } from './account-state.ts'
import type { Pauses } from './pauses.store.ts'
import type { ProviderHealth } from './provider-health.ts'

/** What operators see of provider accounts, and what they may do with them. */
export interface OverseenAccounts {
  list(): Promise<readonly KnownAccount[]>
  /** Null for an account that nobody knows. */
  pause(account: ProviderAccount, reason: string): Promise<KnownAccount | null>
  resume(account: ProviderAccount, reason: string): Promise<KnownAccount | null>
}

/** Lists accounts as they are at this moment, and has this process know at once what its operator decides. */
export function overseeAccounts(
  health: Pick<ProviderHealth, 'exchange' | 'list'>,
  pauses: Pauses,
): OverseenAccounts {
  const list = async (): Promise<readonly KnownAccount[]> => {
    await health.exchange()
    return health.list()
  }
  const change = async (
    decide: Pauses['pause'],
    account: ProviderAccount,
    reason: string,
  ): Promise<KnownAccount | null> => {
    const find = async () => (await list()).find((known) => nameOfAccount(known) === nameOfAccount(account))
    // Nothing is routed to the 3DS server: a pause of it would stop nothing.
    if (account.providerId === THREE_DS_PARTY || !(await find())) return null
    await decide(account, reason)
    return (await find()) ?? null
  }
  return {
    list,
    pause: (account, reason) => change(pauses.pause, account, reason),
    resume: (account, reason) => change(pauses.resume, account, reason),
  }
}
