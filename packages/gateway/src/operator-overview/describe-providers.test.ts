import { expect, it } from 'vitest'

import { describeProviders } from './describe-providers.ts'

const call = (providerAccountId: string, status: string, count: number, nextAtMs: number | null) => ({
  providerId: 'acquirer',
  providerAccountId,
  status,
  count,
  nextAtMs,
})

it('groups open calls by account and shows the earliest status query', () => {
  const open = [
    call('eur', 'UNKNOWN', 2, 9_000),
    call('eur', 'PENDING', 1, 4_000),
    call('usd', 'NEEDS_DECISION', 3, null),
  ]
  expect(describeProviders(['acquirer'], open, { violations: [] })).toEqual([
    {
      id: 'acquirer',
      problems: [],
      accounts: [
        { id: 'eur', open: { UNKNOWN: 2, PENDING: 1 }, nextAtMs: 4_000 },
        { id: 'usd', open: { NEEDS_DECISION: 3 }, nextAtMs: null },
      ],
    },
  ])
})

it('lists a provider that was removed from the file while it has open calls', () => {
  const described = describeProviders(['other'], [call('eur', 'UNKNOWN', 1, 5_000)], { violations: [] })
  expect(described.map(({ id }) => id)).toEqual(['other', 'acquirer'])
})

it.each([
  [
    { violations: ['acquirer: does not support fences', 'acquirer-2: sends no reports'] },
    ['does not support fences'],
  ],
  [{ violations: [], skipped: 'no provider is configured' }, null],
])('shows the problems of %j as %j', (result, problems) => {
  expect(describeProviders(['acquirer'], [], result)[0]?.problems).toEqual(problems)
})
