import { expect, it } from 'vitest'

import { withSwitches } from './with-switches.ts'

const OFF = { duplicate: 0, reorder: 0, drop: 0, delay_seconds: 0, seed: null }

it('turns faults on and off, and keeps shares, delay and seed', () => {
  expect(withSwitches(null, ['drop'])).toEqual({ drop: true })
  const laboratory = { ...OFF, duplicate: 0.5, delay_seconds: 60, seed: 'run 1' }
  expect(withSwitches(laboratory, ['duplicate', 'drop'])).toEqual({
    duplicate: 0.5,
    drop: true,
    delay_seconds: 60,
    seed: 'run 1',
  })
  expect(withSwitches(laboratory, [])).toEqual({ delay_seconds: 60, seed: 'run 1' })
})

it('keeps no seed without a fault', () => {
  expect(withSwitches({ ...OFF, drop: 1, seed: 'run 1' }, [])).toEqual({})
})
