/** The values that a provider's test environment accepts, as the provider publishes them. */
export interface TestAccount {
  readonly cards: {
    readonly approved: string
    readonly declined: string
    /** The provider requires the cardholder's authentication. */
    readonly challenged: string
    readonly cvv: string
    readonly expiration: readonly [month: number, year: number]
  }
  readonly blikCode: string
  /** The host of the test environment; null if only the key distinguishes it from the live one. */
  readonly host: RegExp | null
}

/** Test accounts by the connector's `type`. */
export const TEST_ACCOUNTS: Readonly<Record<string, TestAccount>> = {
  adyen: {
    cards: {
      approved: '4111111111111111',
      declined: '4000000000000002',
      challenged: '4917610000000000',
      cvv: '737',
      expiration: [3, 2030],
    },
    blikCode: '777123',
    host: /^checkout-test\.adyen\.com$/,
  },
  stripe: {
    cards: {
      approved: '4242424242424242',
      declined: '4000000000000002',
      challenged: '4000000000003220',
      cvv: '123',
      expiration: [12, 2034],
    },
    blikCode: '123456',
    host: null,
  },
}

/** The kind of system at an address, derived from its host name. */
export type AddressKind = 'TEST' | 'THIS_MACHINE' | 'UNKNOWN'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Classifies an address: the provider's test environment, which may have an address of its own, or another place. */
export function classifyAddress({ host }: Pick<TestAccount, 'host'>, url: string): AddressKind {
  const { hostname } = new URL(url)
  if (host === null || host.test(hostname)) return 'TEST'
  return LOOPBACK.test(hostname) ? 'THIS_MACHINE' : 'UNKNOWN'
}
