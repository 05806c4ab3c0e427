import type { RiskEffect, RiskMeasure, RiskSubject } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { nameBlocked, nameParties, type Parties } from './parties.ts'
import type { RiskRule, RiskSettings } from './risk-settings.ts'
import { fromRiskSettings } from './risk-settings.wire.ts'
import { countedOf, type PaymentAtRisk, watchPayment } from './watch-payment.ts'
import { findBlock, findMatch } from './find-match.ts'

const PAYMENT: PaymentAtRisk = {
  merchantId: 'm',
  terminalId: 't',
  transactionId: 'one',
  amountMinor: 500,
  currency: 'EUR',
  account: { providerId: 'p', accountId: 'a' },
}

const name = (kind: string, value: string) => `${kind}:${value}`
const block = (address: string) => address.replace(/:[0-9a-f]*$/, '::/64')

const ADA = { card: 'fingerprint', customerId: 'ada', email: 'Ada@Example.com ', address: '203.0.113.7' }

function partiesOf(changes: Partial<typeof ADA | { [Member in keyof typeof ADA]: null }> = {}): Parties {
  return nameParties({ ...ADA, ...changes }, name, block)
}

function ruleOf(changes: Partial<RiskRule> = {}): RiskRule {
  const [rule] = fromRiskSettings({
    rules: [{ id: 'rule', subject: 'CARD', counts: 'PAYMENTS', most: 3, within_minutes: 60 }],
  }).rules
  if (!rule) throw new Error('no rule')
  return { ...rule, ...changes }
}

const settingsOf = (...rules: RiskRule[]): RiskSettings => ({
  rules,
  blocked: { cards: [], emails: [], addresses: [] },
})

const watch = (settings: RiskSettings, parties = partiesOf()) =>
  watchPayment(PAYMENT, parties, [{ settings, terminalId: null }])

describe('a payment', () => {
  it('is not watched without a rule', () => {
    expect(watch(settingsOf())).toBeNull()
  })

  it.each<[RiskSubject, string]>([
    ['CARD', 'CARD/fingerprint'],
    ['CUSTOMER', 'CUSTOMER/customer:ada'],
    ['ADDRESS', 'ADDRESS/address:203.0.113.7'],
    ['MERCHANT', 'MERCHANT'],
    ['PROVIDER_ACCOUNT', 'PROVIDER_ACCOUNT/p/a'],
  ])('is counted by %s as %s', (subject, text) => {
    const watched = watch(settingsOf(ruleOf({ subject })))
    expect(watched && countedOf(watched)).toEqual({ subjects: [text], windowMs: 3_600_000 })
  })

  it('is counted by e-mail address, in any case, if the customer has no id', () => {
    const watched = watch(settingsOf(ruleOf({ subject: 'CUSTOMER' })), partiesOf({ customerId: null }))
    expect(watched?.rules[0]?.subject).toBe('CUSTOMER/email:ada@example.com')
  })

  it.each<[RiskSubject, Partial<Record<keyof typeof ADA, null>>]>([
    ['CARD', { card: null }],
    ['CUSTOMER', { customerId: null, email: null }],
    ['ADDRESS', { address: null }],
  ])('is not counted by %s if it has none', (subject, missing) => {
    expect(watch(settingsOf(ruleOf({ subject })), partiesOf(missing))).toBeNull()
  })

  it.each<[RiskMeasure, Partial<RiskRule>, boolean]>([
    ['AMOUNT', { currency: 'EUR' }, true],
    ['AMOUNT', { currency: 'SEK' }, false],
  ])('is added up only in its own currency: %s %o', (counts, changes, isWatched) => {
    expect(watch(settingsOf(ruleOf({ counts, subject: 'MERCHANT', ...changes }))) !== null).toBe(isWatched)
  })

  it('without a card does not count as a declined card', () => {
    const rule = ruleOf({ subject: 'ADDRESS', counts: 'REFUSED_CARDS' })
    expect(watch(settingsOf(rule), partiesOf({ card: null }))).toBeNull()
  })

  it('is evaluated by the rules of its terminal, then of its merchant, and keeps the longest window', () => {
    const watched = watchPayment(PAYMENT, partiesOf(), [
      { settings: settingsOf(ruleOf({ id: 'here', windowMs: 1 })), terminalId: 't' },
      { settings: settingsOf(ruleOf({ id: 'everywhere', windowMs: 2 })), terminalId: null },
    ])
    expect(watched?.rules.map(({ rule, terminalId }) => [rule.id, terminalId])).toEqual([
      ['here', 't'],
      ['everywhere', null],
    ])
    expect(watched && countedOf(watched)).toEqual({ subjects: ['CARD/fingerprint'], windowMs: 2 })
  })

  it.each([
    ['cards', { cards: ['fingerprint'], emails: [], addresses: [] }],
    ['emails', { cards: [], emails: ['ADA@example.com'], addresses: [] }],
    ['addresses', { cards: [], emails: [], addresses: ['203.0.113.7'] }],
  ] as const)('a payment on a block list is declined with 4100: %s', (list, blocked) => {
    const stored = nameBlocked({ rules: [], blocked }, name, block)
    const watched = stored && watch(stored)
    expect(watched && findBlock(watched)).toEqual({
      code: '4100',
      matches: [{ rule: `blocked-${list}`, effect: 'BLOCK' }],
    })
  })
})

describe('the stored block list', () => {
  it('contains no address in clear, and an IP address by its network', () => {
    const blocked = { cards: ['f'], emails: ['B@x.example', 'b@X.example'], addresses: ['2001:db8::1'] }
    expect(nameBlocked({ rules: [], blocked }, name, block)?.blocked).toEqual({
      cards: ['f'],
      emails: ['email:b@x.example'],
      addresses: ['address:2001:db8:::/64'],
    })
  })
})

describe('the totals', () => {
  const appliedTo = (subject: RiskSubject, effect: RiskEffect = 'BLOCK') => ({
    rule: ruleOf({ id: subject.toLowerCase(), subject, effect }),
    subject,
    terminalId: null,
  })

  it.each<[RiskSubject, string]>([
    ['CARD', '4200'],
    ['CUSTOMER', '4201'],
    ['ADDRESS', '4200'],
    ['MERCHANT', '4202'],
    ['PROVIDER_ACCOUNT', '4203'],
  ])('beyond a limit of %s declines with %s', (subject, code) => {
    expect(findMatch([appliedTo(subject)], [3]).code).toBeNull()
    expect(findMatch([appliedTo(subject)], [4])).toEqual({
      code,
      matches: [{ rule: subject.toLowerCase(), effect: 'BLOCK' }],
    })
  })

  it('list every exceeded limit; the first that blocks decides', () => {
    const rules = [appliedTo('CARD', 'NOTE'), appliedTo('CUSTOMER'), appliedTo('MERCHANT')]
    expect(findMatch(rules, [4, 4, 4])).toEqual({
      code: '4201',
      matches: [
        { rule: 'card', effect: 'NOTE' },
        { rule: 'customer', effect: 'BLOCK' },
        { rule: 'merchant', effect: 'BLOCK' },
      ],
    })
    expect(findMatch(rules, [4, 3, 3]).code).toBeNull()
  })
})
