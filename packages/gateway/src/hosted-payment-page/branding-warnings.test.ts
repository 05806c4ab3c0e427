import { expect, it } from 'vitest'

import { describeBrandingWarnings } from './branding-warnings.ts'

it('a color with low contrast is named, with its contrast and the required one', () => {
  const warning = { color: 'accent', background: '#ffffff', ratio: 2.99, requiredRatio: 3 } as const
  expect(describeBrandingWarnings('shop', { accent: '#ffcc00' }, [warning])).toEqual([
    'shop: branding.colors.accent #ffcc00 has a contrast of 2.9:1 on #ffffff, and people need 3:1; ' +
      'the page shows it darker or lighter until they can read it',
  ])
})
