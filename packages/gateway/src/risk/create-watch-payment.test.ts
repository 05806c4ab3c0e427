import { expect, it } from 'vitest'

import { fromRiskSettings } from './risk-settings.wire.ts'
import { createWatchPayment } from './create-watch-payment.ts'

const PAYMENT = {
  merchantId: 'm',
  terminalId: 't',
  transactionId: 'one',
  amountMinor: 500,
  currency: 'EUR',
  account: { providerId: 'p', accountId: 'a' },
}

const ADA = { card: 'fingerprint', customerId: null, email: 'ada@example.com', address: '203.0.113.7' }

/** Returns the rules that apply to a payment; null for none. */
async function rulesFor(
  environment: 'production' | 'test',
  risk: Parameters<typeof fromRiskSettings>[0] | null,
  atTerminal: Parameters<typeof fromRiskSettings>[0] | null = null,
) {
  let namings = 0
  const settingsOf = (input: typeof risk) => (input === null ? null : fromRiskSettings(input))
  const merchants = {
    findMerchant: () => Promise.resolve({ risk: settingsOf(risk) } as never),
    findTerminal: () => Promise.resolve({ risk: settingsOf(atTerminal) } as never),
    loadNamingKey: () => {
      namings += 1
      return Promise.resolve((kind: string, value: string) => `${kind}:${value}`)
    },
  }
  const watched = await createWatchPayment(environment, merchants)(PAYMENT, ADA)
  return { rules: watched?.rules.map(({ rule }) => rule.id) ?? null, namings }
}

const ONCE = {
  rules: [{ id: 'once', subject: 'CARD', counts: 'PAYMENTS', most: 1, within_minutes: 60 }],
} as const

it('production counts guesses and declined cards of merchants without settings', async () => {
  expect((await rulesFor('production', null)).rules).toEqual(['card-guesses', 'address-refused-cards'])
})

it('a merchant’s own settings replace the defaults, and may be empty', async () => {
  expect((await rulesFor('production', { rules: [...ONCE.rules] })).rules).toEqual(['once'])
  expect((await rulesFor('production', {})).rules).toBeNull()
})

it('a terminal’s rules apply in addition', async () => {
  const { rules } = await rulesFor('production', null, { rules: [...ONCE.rules] })
  expect(rules).toEqual(['once', 'card-guesses', 'address-refused-cards'])
})

it('the test environment has no rules unless configured, and loads no key for them', async () => {
  expect(await rulesFor('test', null)).toEqual({ rules: null, namings: 0 })
  expect((await rulesFor('test', { rules: [...ONCE.rules] })).rules).toEqual(['once'])
})
