import { expect, it } from 'vitest'

import { groupDays } from './group-days.ts'

const at = (hours: number, title: string) => ({ at: new Date(2026, 10, 28, hours).toISOString(), title })

it('puts entries of one day together, in their order', () => {
  const days = groupDays([at(1, 'request'), at(23, 'approved'), at(25, 'refund')])
  expect(days.map(({ entries }) => entries.map(({ title }) => title))).toEqual([
    ['request', 'approved'],
    ['refund'],
  ])
  expect(days.map(({ at: day }) => day.getDate())).toEqual([28, 29])
})

it('has no day without an entry', () => {
  expect(groupDays([])).toEqual([])
})
