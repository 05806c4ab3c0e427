import { describe, expect, it } from 'vitest'

import { formatAmount } from './format-amount.ts'

const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('an amount in local notation', () => {
  it.each([
    [4_999, 'EUR', 'en-US', '€49.99'],
    [4_999, 'EUR', 'sv-SE', '49,99 €'],
    [129_900, 'RON', 'ro-RO', '1.299,00 RON'],
    [1_500, 'JPY', 'en-US', '¥1,500'],
    [1_234, 'KWD', 'en-US', 'KWD 1.234'],
    [9_007_199_254_740_991, 'EUR', 'en-US', '€90,071,992,547,409.91'],
    [500, '???', 'en-US', '500 ???'],
  ] as const)('%i %s in %s is %s', (amountMinor, currency, locale, text) => {
    expect(spaced(formatAmount(amountMinor, currency, locale))).toBe(text)
  })
})
