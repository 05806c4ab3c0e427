import { validationRefusal } from '@sluice/platform/http/request-refusal'

import type { ProviderAccount } from '../merchants/index.ts'
import { type KnownAccount, nameOfAccount, whyNotPausable } from './account-state.ts'
import type { Pauses } from './pauses.store.ts'
import type { ProviderHealth } from './provider-health.ts'

/** Lists, pauses and resumes provider accounts for operators. */
export interface OverseenAccounts {
  list(): Promise<readonly KnownAccount[]>
  /**
   * Pauses an account; returns null for an unknown one.
   *
   * @throws `RequestRefusal` with {@link whyNotPausable}.
   */
  pause(account: ProviderAccount, reason: string): Promise<KnownAccount | null>
  /** Ends a pause, and closes an open account without waiting for a probe; returns null for an unknown account. */
  resume(account: ProviderAccount, reason: string): Promise<KnownAccount | null>
}

/** Lists the current state of accounts, and applies an operator's change to this process at once. */
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
    if (!(await find())) return null
    await decide(account, reason)
    return (await find()) ?? null
  }
  return {
    list,
    async pause(account, reason) {
      const message = whyNotPausable(account)
      if (message !== null)
        throw validationRefusal([
          { property: 'payment_provider_id', message, params: ['payment_provider_id'] },
        ])
      return change(pauses.pause, account, reason)
    },
    resume: (account, reason) => change(pauses.resume, account, reason),
  }
}
