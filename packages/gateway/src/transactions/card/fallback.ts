import type { ProviderAccount } from '../execution/retry-options.ts'

/** How a terminal's card authorizations are routed. */
export interface Routing {
  /** In order of preference. */
  readonly accounts: readonly ProviderAccount[]
  /** Retries after the first attempt; 0 when fallback routing is off. */
  readonly maxRetries: number
}

/** Finds the account for the attempt with this number (1 for the first); null when none may or can be tried. */
export function chooseAccount(routing: Routing, attemptNumber: number): ProviderAccount | null {
  if (attemptNumber > routing.maxRetries + 1) return null
  return routing.accounts[attemptNumber - 1] ?? null
}
