import { expect, it } from 'vitest'

import { readPanel, showAmount } from './read-panel.ts'

it.each([
  [{ amount: '12.50', currency: '' }, '1250'],
  [{ amount: '12,50', currency: 'SEK' }, '1250'],
  [{ amount: '1250', currency: 'JPY' }, '1250'],
  [{ amount: '', currency: 'EUR' }, ''],
])('reads the amount of %j as %j', (given, amount) => {
  expect(readPanel(given)).toEqual({ filters: { ...given, amount }, problems: {} })
})

it.each([
  [{ amount: 'twelve' }, 'amount'],
  [{ amount: '12.50', currency: 'JPY' }, 'amount'],
  [{ last4: '424' }, 'last4'],
])('finds the problem of %j', (given, member) => {
  expect(Object.keys(readPanel(given).problems)).toEqual([member])
})

it('shows an amount as it was typed', () => {
  expect(showAmount({ amount: '1250' })).toBe('12.50')
  expect(showAmount({ amount: '1250', currency: 'JPY' })).toBe('1250')
  expect(showAmount({})).toBe('')
})
