import type { ProviderAccount } from '../../merchants/index.ts'

/** How a terminal's card authorizations are routed. */
export interface Routing {
  /** In order of preference. */
  readonly accounts: readonly ProviderAccount[]
  /** Retries after the first attempt; 0 when fallback routing is off. */
  readonly maxRetries: number
}

/**
 * Finds the first account that was not tried yet; null when none may or can be tried. Not by the number of the attempt: the
 * terminal's routing may have changed since the first.
 */
export function chooseAccount(
  { accounts, maxRetries }: Routing,
  tried: readonly ProviderAccount[],
): ProviderAccount | null {
  if (tried.length > maxRetries) return null
  const wasTried = ({ providerId, accountId }: ProviderAccount) =>
    tried.some((one) => one.providerId === providerId && one.accountId === accountId)
  return accounts.find((account) => !wasTried(account)) ?? null
}
