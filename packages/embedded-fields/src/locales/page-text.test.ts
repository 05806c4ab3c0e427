import { CUSTOMER_TEXTS, FAILURE_TEXTS, FORM_TEXTS, PAYMENT_TEXTS } from '@sluice/texts/card-form'
import { METHOD_TEXTS } from '@sluice/texts/methods'
import { ALWAYS_SPOKEN, LANGUAGES, LOCALES } from '@sluice/types/vocabulary'
import { afterAll, describe, expect, it, vi } from 'vitest'

import { customerText, addTexts, pageText, listPageLocales } from './page-text.ts'
import { pageTextsIn } from './page-texts.ts'

const CARRIED = ALWAYS_SPOKEN.map((language) => LANGUAGES[language].locale)

// Loaded texts stay, and other files are tested in the same process.
afterAll(() => vi.resetModules())

// This is the state before any frame has sent texts.
it('the page has only the languages of every merchant', () => {
  expect(listPageLocales()).toEqual(CARRIED)
  expect(pageText('sv-SE', 'cardForm')).toBe('Kortuppgifter')
  // Texts that are shown after a frame has loaded come from the frame.
  expect(customerText('sv-SE', 'phone')).toMatch(/^Phone: /)
})

describe.each(LOCALES)('the page’s texts in %s', (locale) => {
  it('equals the texts of the frames', () => {
    // The texts in a frame's document are sent to the page over the frame's port.
    addTexts(locale, pageTextsIn(locale))
    expect(listPageLocales()).toContain(locale)
    expect(pageText(locale, 'methodList')).toBe(METHOD_TEXTS[locale].methodList)
    expect(pageText(locale, 'challengeTitle')).toBe(PAYMENT_TEXTS[locale].challengeTitle)
    expect(pageText(locale, 'cardForm')).toBe(FORM_TEXTS[locale].cardForm)
    for (const name of ['network_error', 'service_unavailable', 'request_refused'] as const) {
      expect(pageText(locale, name)).toBe(FAILURE_TEXTS[locale][name])
    }
  })

  it('a problem with a member of the customer names it and its rule', () => {
    const { members, rules } = CUSTOMER_TEXTS[locale]
    expect(customerText(locale, 'phone')).toBe(`${members.phone}: ${rules.phone}`)
    expect(customerText(locale, 'city')).toBe(`${members.city}: ${rules.other}`)
  })
})
