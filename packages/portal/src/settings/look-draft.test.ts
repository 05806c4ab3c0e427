import { expect, it } from 'vitest'

import { applyDraft } from './look-draft.ts'

const LOOK = {
  language: 'en',
  languages: [],
  shoppers_remove_cards: false,
  branding: { logo_url: null, font_family: 'Inter', font_url: null, colors: { accent: '#111111' } },
}

it('applies the person’s changes to what a colleague has saved', () => {
  const draft = { 'colors.text': '#222222', language: 'sv' }
  const theirs = { ...LOOK, branding: { ...LOOK.branding, colors: { accent: '#333333' } } }
  expect(applyDraft(theirs, draft)).toEqual({
    ...theirs,
    language: 'sv',
    branding: { ...LOOK.branding, colors: { accent: '#333333', text: '#222222' } },
  })
})

it('removes a member that the person emptied', () => {
  expect(applyDraft(LOOK, { 'colors.accent': '', font_family: '' }).branding).toEqual({
    logo_url: null,
    font_family: null,
    font_url: null,
    colors: {},
  })
})

it('switches off what was on', () => {
  const on = { ...LOOK, shoppers_remove_cards: true, languages: ['de'] }
  expect(applyDraft(on, { shoppers_remove_cards: false, languages: [] })).toMatchObject({
    shoppers_remove_cards: false,
    languages: [],
  })
})
