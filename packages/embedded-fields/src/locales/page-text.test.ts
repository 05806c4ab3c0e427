import { LOCALES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { FORM_TEXTS, PAYMENT_TEXTS } from '@sluice/texts/card-form'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import { customerText, pageText } from './page-text.ts'

describe.each(LOCALES)('what the page says in %s', (locale) => {
  it('is what the frames say', () => {
    expect(pageText(locale, 'methodList')).toBe(METHOD_TEXTS[locale].methodList)
    expect(pageText(locale, 'challengeTitle')).toBe(PAYMENT_TEXTS[locale].challengeTitle)
    const { cardForm } = FORM_TEXTS[locale]
    for (const [name, text] of Object.entries({ cardForm, ...PAYMENT_TEXTS[locale].failures })) {
      expect(pageText(locale, name)).toBe(text)
    }
  })

  it('is that the payment was refused, where there are no other words', () => {
    expect(pageText(locale, 'customer_invalid')).toBe(PAYMENT_TEXTS[locale].failures.request_refused)
  })

  it('of a member of the customer names it and its rule', () => {
    expect(customerText(locale, 'phone')).toMatch(/^\p{L}+: .*\+38761234567/u)
    expect(customerText(locale, 'city')).toMatch(/^\p{L}+: \p{L}/u)
  })
})
