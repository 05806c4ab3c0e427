import { describe, expect, it } from 'vitest'

import {
  addUpAll,
  addUpCodes,
  addUpDays,
  addUpMethods,
  addUpMoney,
  addUpVolumes,
  approvalRate,
  type Counts,
  selectPeriod,
} from './add-up.ts'

const count = (
  day: string,
  status: string,
  code: string | null,
  method: string,
  times: number,
  money: { readonly currency?: string; readonly volume?: number; readonly net?: number } = {},
) => ({
  day,
  status,
  processing_code: code,
  payment_method_type: method,
  count: times,
  currency: 'EUR',
  volume: 0,
  net: 0,
  ...money,
})

const COUNTS: Counts = {
  since: '2026-02-27T00:00:00.000Z',
  days: 3,
  counted_since: null,
  counts: [
    count('2026-02-27', 'APPROVED', '0000', 'card', 3, { volume: 3_000, net: 2_000 }),
    count('2026-02-27', 'DECLINED', '1004', 'card', 1),
    count('2026-03-01', 'DECLINED', '1004', 'card', 2),
    count('2026-03-01', 'DECLINED', '4101', 'blik', 4),
    count('2026-03-01', 'PENDING', '1002', 'blik', 5),
    count('2026-03-01', 'SESSION_EXPIRED', '1005', 'blik', 1),
    count('2026-03-01', 'APPROVED', '0000', 'blik', 1, { currency: 'PLN', volume: 700, net: 700 }),
  ],
}

it('shows every day, also without a payment', () => {
  expect(addUpDays(COUNTS)).toEqual([
    { key: '2026-02-27', approved: 3, declined: 1, other: 0 },
    { key: '2026-02-28', approved: 0, declined: 0, other: 0 },
    { key: '2026-03-01', approved: 1, declined: 6, other: 6 },
  ])
})

it('puts the method and the reason with the most payments first', () => {
  expect(addUpMethods(COUNTS).map(({ key }) => key)).toEqual(['blik', 'card'])
})

it('does not count pending payments among those that ended without approval', () => {
  expect(addUpCodes(COUNTS)).toEqual([
    { code: '4101', count: 4 },
    { code: '1004', count: 3 },
    { code: '1005', count: 1 },
  ])
})

it('adds up money per currency, and per day in one', () => {
  expect(addUpMoney(COUNTS)).toEqual([
    { currency: 'EUR', volume: 3_000, net: 2_000 },
    { currency: 'PLN', volume: 700, net: 700 },
  ])
  expect(addUpVolumes(COUNTS, 'PLN').map(({ volume }) => volume)).toEqual([0, 0, 700])
})

it('computes the rate from decided payments', () => {
  expect(approvalRate({ approved: 3, declined: 1, other: 10 })).toBe(75)
  expect(approvalRate({ approved: 0, declined: 0, other: 1 })).toBeNull()
  expect(addUpAll(COUNTS)).toEqual({ approved: 4, declined: 7, other: 6 })
})

describe('a period', () => {
  it('of this month starts on its first day', () => {
    const month = selectPeriod(COUNTS, 'month')
    expect(month).toMatchObject({ since: '2026-03-01T00:00:00.000Z', days: 1 })
    expect(addUpAll(month)).toEqual({ approved: 1, declined: 6, other: 6 })
  })

  it('that is longer than the counted time includes all of it', () => {
    expect(selectPeriod(COUNTS, 'last30')).toEqual(COUNTS)
  })

  it('of seven days ends with today', () => {
    const counts = { ...COUNTS, since: '2026-02-01T00:00:00.000Z', days: 29 }
    expect(selectPeriod(counts, 'last7').since).toBe('2026-02-23T00:00:00.000Z')
  })
})
