import { ALTERNATIVE_PROVIDERS } from './alternative-provider/alternative-providers.ts'
import { accountOf, PROVIDER_PROFILES } from './card-provider/provider-profiles.ts'
import { CARD_METHOD } from './provider.ts'

/** An account that a simulated provider has given out. */
export interface SimulatedAccount {
  readonly providerId: string
  readonly accountId: string
  /** What it is good for: `card`, or types of orders. */
  readonly methods: readonly string[]
}

/** Every account there is. Of the card providers the first choice stands first. */
export const SIMULATED_ACCOUNTS: readonly SimulatedAccount[] = [
  ...PROVIDER_PROFILES.map(({ id }) => ({ id, methods: [CARD_METHOD] })),
  ...ALTERNATIVE_PROVIDERS,
].map(({ id, methods }) => ({ providerId: id, accountId: accountOf({ id }), methods }))
