import { LOCALES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { FAILURE_TEXTS, FORM_TEXTS, PAYMENT_TEXTS } from '@sluice/texts/card-form'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import { customerText, pageText } from './page-text.ts'

describe.each(LOCALES)('what the page says in %s', (locale) => {
  it('is what the frames say', () => {
    expect(pageText(locale, 'methodList')).toBe(METHOD_TEXTS[locale].methodList)
    expect(pageText(locale, 'challengeTitle')).toBe(PAYMENT_TEXTS[locale].challengeTitle)
    expect(pageText(locale, 'cardForm')).toBe(FORM_TEXTS[locale].cardForm)
    for (const name of ['network_error', 'service_unavailable', 'request_refused'] as const) {
      expect(pageText(locale, name)).toBe(FAILURE_TEXTS[locale][name])
    }
  })

  it('of a member of the customer names it and its rule', () => {
    expect(customerText(locale, 'phone')).toMatch(/^\p{L}+: .*\+38761234567/u)
    expect(customerText(locale, 'city')).toMatch(/^\p{L}+: \p{L}/u)
  })
})
