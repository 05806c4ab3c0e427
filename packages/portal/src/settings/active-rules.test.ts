import { expect, it } from 'vitest'

import { hasStandardRules, activeRules, type RuleSettings, withoutRule, withRule } from './active-rules.ts'
import type { Rule } from './settings.ts'

const rule = (id: string): Rule => ({
  id,
  subject: 'CARD',
  counts: 'REFUSALS',
  most: 5,
  within_minutes: 60,
  effect: 'BLOCK',
})

const [GUESSES, CARDS, OWN] = [rule('card-guesses'), rule('address-refused-cards'), rule('own')]

/** @param own - undefined for a merchant without rules of its own. */
const inProduction = (own?: readonly Rule[]): RuleSettings => ({
  standard_rules: [GUESSES, CARDS],
  settings: own === undefined ? {} : { risk: { rules: own } },
})

const inTest = (own?: readonly Rule[]): RuleSettings => ({ ...inProduction(own), standard_rules: [] })

it('a first rule is added to the defaults, which stay in force', () => {
  expect(activeRules(inProduction())).toEqual([GUESSES, CARDS])
  expect(withRule(inProduction(), OWN)).toEqual({ rules: [GUESSES, CARDS, OWN] })
  expect(withRule(inProduction([CARDS]), OWN)).toEqual({ rules: [CARDS, OWN] })
  expect(withRule(inTest(), OWN)).toEqual({ rules: [OWN] })
})

it('a default rule is removed alone, and removing the last rule leaves an empty list', () => {
  expect(withoutRule(inProduction(), 'card-guesses')).toEqual({ rules: [CARDS] })
  expect(withoutRule(inProduction([CARDS]), 'address-refused-cards')).toEqual({ rules: [] })
})

it('settings that equal the defaults are sent and shown as the defaults', () => {
  expect(withoutRule(inProduction([GUESSES, CARDS, OWN]), 'own')).toEqual({ rules: null })
  expect(withoutRule(inTest([OWN]), 'own')).toEqual({ rules: null })
  expect(
    [inProduction(), inProduction([GUESSES, CARDS]), inTest(), inTest([])].map(hasStandardRules),
  ).toEqual([true, true, true, true])
  expect([inProduction([]), inProduction([CARDS]), inTest([OWN])].map(hasStandardRules)).toEqual([
    false,
    false,
    false,
  ])
})
