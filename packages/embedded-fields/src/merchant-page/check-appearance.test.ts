import { describe, expect, it } from 'vitest'

import { checkAppearance } from './check-appearance.ts'
import type { Appearance } from './embedded-fields-api.ts'

describe('checkAppearance', () => {
  it('writes typed names as the properties of the specification', () => {
    const variables = { inputBorderRadius: '.5rem', fontFamily: 'Inter' }
    expect(checkAppearance({ layout: 'stacked', variables })).toEqual({
      layout: 'stacked',
      style: { 'input-border-radius': '.5rem', 'font-family': 'Inter' },
    })
    expect(checkAppearance(undefined)).toEqual({ layout: 'row', style: {} })
  })

  it.each([
    [{ theme: 'night' }, /appearance.theme must be one of layout, variables/],
    [{ layout: 'grid' }, /appearance.layout must be row or stacked/],
    [{ variables: { colour: 'red' } }, /appearance.variables.colour must be one of fontFamily/],
    [{ variables: { accentColor: 5 } }, /appearance.variables.accentColor must be a string/],
  ])('refuses %j', (appearance, message) => {
    expect(() => checkAppearance(appearance as Appearance)).toThrow(message)
  })
})
