import type { ProviderAccount } from '../../merchants/index.ts'
import type { AccountState, SkippedAccount } from '../../provider-health/index.ts'

/** The routing of a terminal's card authorizations. */
export interface Routing {
  /** The accounts in order of preference. */
  readonly accounts: readonly ProviderAccount[]
  /** Retries after the first attempt; 0 when fallback routing is off. */
  readonly maxRetries: number
}

/** The account of an attempt; null if none may or can be tried. */
export interface AccountChoice {
  readonly account: ProviderAccount | null
  /** The accounts earlier in the routing that are open or paused. */
  readonly skipped: readonly SkippedAccount[]
}

/**
 * Chooses the first untried account that answers. If none answers, it chooses the first that is not paused: a
 * payment that may work is better than none. It ignores the attempt number: the terminal's routing may have changed since
 * the first.
 */
export function chooseAccount(
  { accounts, maxRetries }: Routing,
  tried: readonly ProviderAccount[],
  stateOf: (account: ProviderAccount) => AccountState,
): AccountChoice {
  if (tried.length > maxRetries) return { account: null, skipped: [] }
  const wasTried = ({ providerId, accountId }: ProviderAccount) =>
    tried.some((one) => one.providerId === providerId && one.accountId === accountId)
  const left = accounts.filter((account) => !wasTried(account))
  const states = left.map(stateOf)
  const closed = states.indexOf('CLOSED')
  const chosen = closed === -1 ? states.indexOf('OPEN') : closed
  return {
    account: left[chosen] ?? null,
    skipped: left.slice(0, chosen === -1 ? left.length : chosen).flatMap((account, index) => {
      const state = states[index]
      return state === undefined || state === 'CLOSED' ? [] : [{ ...account, state }]
    }),
  }
}
