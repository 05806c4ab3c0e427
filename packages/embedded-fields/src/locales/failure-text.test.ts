import { FAILURE_TEXTS } from '@sluice/texts/card-form'
import { LOCALES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { failureText } from './failure-text.ts'

const priced = (amount: number) => ({ amount, currency: 'EUR' as const, currency_exponent: 2 })

it('names the new amount of an order that changed', () => {
  expect(failureText('en-US', 'amount_changed', priced(1850))).toBe(
    'The order has changed. The amount to pay is now €18.50. Check it, then pay again.',
  )
})

it.each(LOCALES)('speaks of no amount and no payment where a card is verified, %s', (locale) => {
  const text = failureText(locale, 'amount_changed', priced(0))
  const [first] = FAILURE_TEXTS[locale].amount_changed.split('. ')
  expect(text).toBe(`${first}.`)
  expect(failureText(locale, 'network_error', priced(0))).toBe(FAILURE_TEXTS[locale].network_error)
})
