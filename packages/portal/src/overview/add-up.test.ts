import { expect, it } from 'vitest'

import { addUpCodes, addUpDays, addUpMethods, approvalRate, type Counts } from './add-up.ts'

const count = (day: string, status: string, code: string | null, method: string, times: number) => ({
  day,
  status,
  processing_code: code,
  payment_method_type: method,
  count: times,
})

const COUNTS: Counts = {
  since: '2026-02-27T00:00:00.000Z',
  days: 3,
  counted_since: null,
  counts: [
    count('2026-02-27', 'APPROVED', '0000', 'card', 3),
    count('2026-02-27', 'DECLINED', '1004', 'card', 1),
    count('2026-03-01', 'DECLINED', '1004', 'card', 2),
    count('2026-03-01', 'DECLINED', '4101', 'blik', 4),
    count('2026-03-01', 'PENDING', null, 'blik', 5),
  ],
}

it('shows every day, also without a payment', () => {
  expect(addUpDays(COUNTS)).toEqual([
    { key: '2026-02-27', approved: 3, declined: 1, other: 0 },
    { key: '2026-02-28', approved: 0, declined: 0, other: 0 },
    { key: '2026-03-01', approved: 0, declined: 6, other: 5 },
  ])
})

it('puts the method and the reason with the most payments first', () => {
  expect(addUpMethods(COUNTS).map(({ key }) => key)).toEqual(['blik', 'card'])
  expect(addUpCodes(COUNTS)).toEqual([
    { code: '4101', count: 4 },
    { code: '1004', count: 3 },
  ])
})

it('counts for the rate what banks have decided', () => {
  expect(approvalRate({ approved: 3, declined: 1, other: 10 })).toBe(75)
  expect(approvalRate({ approved: 0, declined: 0, other: 1 })).toBeNull()
})
