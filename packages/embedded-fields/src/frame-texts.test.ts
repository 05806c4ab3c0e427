import { LOCALES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'
import { frameTexts, textsByLocale } from './frame-texts.ts'

const MARKUP = /^<script type="application\/json" id="further-texts" data-spoken="([^"]*)">(.*)<\/script>$/s

it('contains one language, and lists all that the merchant offers, with that one first', () => {
  const [, spoken, json = ''] = MARKUP.exec(frameTexts('cardFrame', ['fr', 'sv-FI', 'en'], ['pl'])) ?? []
  expect(spoken).toBe('sv-SE,en-US,bs-BA,ro-RO,pl-PL')
  const texts = JSON.parse(json) as Record<string, Record<string, object>>
  expect(Object.keys(texts)).toEqual(['sv-SE'])
  expect(texts['sv-SE']?.['formTexts']).toMatchObject({ cardForm: 'Kortuppgifter' })
  // Texts of other frames would only add bytes.
  expect(Object.keys(texts['sv-SE'] ?? {})).toEqual(['formTexts', 'failureTexts', 'saidByPage'])
})

it('uses English where no preference can be met, and leaves the page its own texts', () => {
  const [, spoken, json = ''] = MARKUP.exec(frameTexts('methodsFrame', [''], [])) ?? []
  expect(spoken?.split(',')[0]).toBe('en-US')
  expect(JSON.parse(json)).toMatchObject({ 'en-US': { saidByPage: {} } })
})

it('has every language for a page that changes to it', () => {
  const all = textsByLocale()
  expect([...all.keys()]).toEqual(LOCALES)
  for (const [locale, json] of all) expect(Object.keys(JSON.parse(json) as object)).toEqual([locale])
})
