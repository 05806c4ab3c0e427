import { expect, it } from 'vitest'

import { createdAt } from './created-at.ts'
import { formatAmount, formatClock, formatDate, formatMoment, formatWord, keepAmounts } from './format.ts'

it.each([
  [1250, 'EUR', 'EUR\u00A012.50'],
  [5, 'EUR', 'EUR\u00A00.05'],
  [123_456_789, 'EUR', 'EUR\u00A01,234,567.89'],
  [1000, 'JPY', 'JPY\u00A01,000'],
  [1234, 'KWD', 'KWD\u00A01.234'],
])('%d %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text)
})

it('keeps an amount in a text together', () => {
  expect(keepAmounts('Approved in part (EUR 6.00): HTTP 503')).toBe(
    'Approved in part (EUR\u00A06.00): HTTP 503',
  )
})

it('reads the time of an id', () => {
  expect(createdAt('01890a5d-ac96-774b-bcce-b302099a8057').toISOString()).toBe('2023-06-30T03:34:18.518Z')
})

it('names a value of the contract', () => {
  expect(formatWord('BANK_CARD')).toBe('Bank card')
})

it.each(
  Array.from(
    { length: 12 },
    (_, month) => new Date(2026, month, month + 1, 2 * month, 5 * month, 59 - month),
  ),
)('writes %s as British English does', (at) => {
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', options).format(at)
  expect(formatMoment(at)).toBe(written({ dateStyle: 'medium', timeStyle: 'medium' }))
  expect(formatMoment(at.toISOString())).toBe(formatMoment(at))
  expect(formatClock(at.toISOString())).toBe(written({ timeStyle: 'medium' }))
  const month = String(at.getMonth() + 1).padStart(2, '0')
  const day = String(at.getDate()).padStart(2, '0')
  expect(formatDate(`2026-${month}-${day}`)).toBe(written({ dateStyle: 'medium' }))
})

it('writes no date for no day', () => {
  expect(formatDate('')).toBe('')
})
