import { describe, expect, it } from 'vitest'

import { knownBefore, numberOf, oldestOf, schemaOf } from './schema-number.ts'

describe('the number of a schema', () => {
  it('is that of the last migration, whatever their order', () => {
    expect(schemaOf(['0001-audit', '0024-later', '0009-other'])).toBe(24)
    expect(schemaOf([])).toBe(0)
    expect(numberOf('simulators-0001')).toBe(0)
  })

  it('works with every version from the additive migrations on, until one breaks earlier ones', () => {
    expect(oldestOf(['0001-audit', '0024-later'])).toBe(16)
    expect(oldestOf(['0024-later-breaks-before-0024', '0025-more'])).toBe(24)
  })

  it('breaks only versions before the number in the name, not all before the migration', () => {
    expect(oldestOf(['0030-drop-names-breaks-before-0025'])).toBe(25)
  })

  it('is accepted by a version that has all of its migrations', () => {
    expect(knownBefore(['0024-later', '0026-more'])).toBe(23)
    expect(knownBefore([])).toBe(Infinity)
  })
})
