import { expect, it } from 'vitest'

import { readFields } from './read-fields.ts'

it('finds days in the wrong order, next to problems of the list’s own', () => {
  const read = (given: object) => ({ filters: { ...given }, problems: { amount: 'Enter an amount.' } })
  expect(Object.keys(readFields({ read }, { from: '2026-11-30', to: '2026-11-01' }).problems)).toEqual([
    'amount',
    'to',
  ])
})

it('takes a single day as a period, and one end alone', () => {
  expect(readFields({}, { from: '2026-11-30', to: '2026-11-30' }).problems).toEqual({})
  expect(readFields({}, { from: '2026-11-30', to: '' })).toEqual({
    filters: { from: '2026-11-30', to: '' },
    problems: {},
  })
})
