import { ALTERNATIVE_PROVIDERS } from './alternative-provider/alternative-providers.ts'
import { accountOf, PROVIDER_PROFILES } from './card-provider/provider-profiles.ts'
import { CARD_METHOD } from './provider.ts'

/** An account that a simulated provider has issued. */
export interface SimulatedAccount {
  readonly providerId: string
  readonly accountId: string
  /** The accepted payment methods: `card`, or types of orders. */
  readonly methods: readonly string[]
  /** Whether the provider authenticates shoppers itself. */
  readonly authenticates?: true
}

/** All accounts. Of the card providers, the first choice comes first. */
export const SIMULATED_ACCOUNTS: readonly SimulatedAccount[] = [
  ...PROVIDER_PROFILES.map(({ id, authenticates }) => ({
    id,
    methods: [CARD_METHOD],
    ...(authenticates && { authenticates }),
  })),
  ...ALTERNATIVE_PROVIDERS.map(({ id, methods }) => ({ id, methods })),
].map(({ id, ...account }) => ({ providerId: id, accountId: accountOf({ id }), ...account }))

/** The 3-D Secure data of each of these accounts. The simulated 3DS server requires them, as real ones do. */
export const SIMULATED_REGISTRATION = {
  acquirers: {
    default: {
      bin: '401200',
      merchant_id: 'SIMULATED-MERCHANT',
      requestor_id: 'SIMULATED-REQUESTOR',
    },
  },
  business: { country: 'SE', mcc: '5999', url: 'https://shop.example' },
}
