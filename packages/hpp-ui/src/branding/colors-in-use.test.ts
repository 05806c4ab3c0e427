import { BRANDING_COLORS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { colorsInUse } from './colors-in-use.ts'

it('has a standard color for each color that is not set', () => {
  const colors = colorsInUse({})
  expect(Object.keys(colors).sort()).toEqual([...BRANDING_COLORS].sort())
  expect(colors).toMatchObject({ accent: '#3152e0', background: '#f4f5f8', text: '#171c2b' })
})

it('shows a color that is set, and what follows from it', () => {
  const colors = colorsInUse({ accent: '#8a1538' })
  expect(colors).toMatchObject({ accent: '#8a1538', input_focus_border: '#8a1538' })
})

it('replaces a color that would be illegible with a darker one', () => {
  expect(colorsInUse({ placeholder: '#eeeeee' }).placeholder).not.toBe('#eeeeee')
})
