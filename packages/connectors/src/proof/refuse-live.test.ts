import { Secret } from '@sluice/shared/secret'
import { expect, it } from 'vitest'

import { PROVIDER_CONNECTORS, type ProviderConnectorType } from '../declarations.ts'
import { whyMaybeLive } from './refuse-live.ts'
import { TEST_ACCOUNTS } from './test-account.ts'

const TEST_ADDRESS = 'https://checkout-test.adyen.com'
const HMAC = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'
/** Written in two parts, as scanners take the whole for a key. */
const stripeKey = (kind: string) => `${kind}_0123456789abcdef`

function ask(
  type: ProviderConnectorType,
  given: Readonly<Record<string, string>>,
  url: string,
  isStandIn = false,
) {
  const secrets = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, [new Secret(value)]]),
  )
  const account = TEST_ACCOUNTS[type]
  if (!account) throw new Error(`${type} has no test account`)
  return whyMaybeLive(PROVIDER_CONNECTORS[type].secrets, secrets, account, { url, isStandIn })
}

it('has a test account for every connector', () => {
  expect(Object.keys(TEST_ACCOUNTS)).toEqual(Object.keys(PROVIDER_CONNECTORS))
})

it.each([
  ['stripe', { api_key: stripeKey('sk_test') }, 'https://api.stripe.com'],
  ['stripe', { api_key: stripeKey('rk_test'), webhook: 'whsec_0123456789' }, 'https://api.stripe.com'],
  ['adyen', { api_key: 'AQEy0123456789abcdefghij', webhook: HMAC }, TEST_ADDRESS],
  ['stripe', { api_key: stripeKey('sk_test') }, 'http://127.0.0.1:4010'],
] as const)('takes test keys of %s', (type, given, url) => {
  expect(ask(type, given, url)).toBeNull()
})

it('treats an address of this machine as live, unless the operator declares it', () => {
  for (const url of ['http://127.0.0.1:4010', 'http://localhost:4010', 'http://[::1]:4010']) {
    const given = { api_key: 'AQEy0123456789abcdefghij', webhook: HMAC }
    expect(ask('adyen', given, url)).toContain('may lead to the live environment')
    expect(ask('adyen', given, url, true)).toBeNull()
  }
  // The statement helps neither with a live key nor with an address elsewhere.
  expect(ask('stripe', { api_key: stripeKey('sk_live') }, 'http://127.0.0.1:4010', true)).toContain(
    'a live key',
  )
  expect(ask('adyen', { api_key: 'AQEy' }, 'https://proxy.example', true)).toContain('the address')
})

it.each([
  ['stripe', { api_key: stripeKey('sk_live') }, 'https://api.stripe.com', 'a live key'],
  ['stripe', { api_key: stripeKey('rk_live') }, 'http://127.0.0.1:4010', 'a live key'],
  ['stripe', { api_key: 'something else' }, 'https://api.stripe.com', 'not a test key'],
  ['stripe', {}, 'https://api.stripe.com', 'nothing shows'],
  ['adyen', { api_key: 'AQEy' }, 'https://acme-checkout-live.adyenpayments.com/checkout', 'the address'],
  ['adyen', { api_key: 'AQEy' }, 'https://checkout-test.adyen.com.evil.example', 'the address'],
] as const)('refuses what may be live keys of %s, and prints no key', (type, given, url, why) => {
  const reason = ask(type, given, url)
  expect(reason).toContain(why)
  expect(reason).not.toContain('0123456789')
})
