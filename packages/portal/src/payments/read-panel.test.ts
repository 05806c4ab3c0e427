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
  [{ amount: 'twelve' }, { amount: 'amount' }],
  [{ amount: '12.50', currency: 'JPY' }, { amount: 'amount' }],
  [{ last4: '424' }, { last4: 'last4' }],
  [{ from: '2026-11-30', to: '2026-11-01' }, { to: 'order' }],
])('finds the problem of %j', (given, problems) => {
  expect(readPanel(given)).toEqual({ filters: null, problems })
})

it('treats a single day as a period', () => {
  expect(readPanel({ from: '2026-11-30', to: '2026-11-30' }).problems).toEqual({})
})

it('shows an amount as it was typed', () => {
  expect(showAmount({ amount: '1250' })).toBe('12.50')
  expect(showAmount({ amount: '1250', currency: 'JPY' })).toBe('1250')
  expect(showAmount({})).toBe('')
})
