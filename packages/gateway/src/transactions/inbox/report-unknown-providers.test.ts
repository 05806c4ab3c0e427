import { expect, it } from 'vitest'

import { createReportUnknownProviders } from './report-unknown-providers.ts'

const HOUR_MS = 3_600_000

function open() {
  const reported: string[] = []
  const clock = { nowMs: HOUR_MS }
  return {
    reported,
    clock,
    note: createReportUnknownProviders(() => clock.nowMs, {
      isConfigured: (id) => id.startsWith('ours'),
      report: (id) => reported.push(id),
      reportMore: () => reported.push('and more'),
    }),
  }
}

const UNKNOWN = Array.from({ length: 20 }, (_, at) => `provider-${at}`)

it('reports each unknown provider once an hour, no more than twenty, and once that there were more', () => {
  const { reported, clock, note } = open()
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < 30; at += 1) note(`provider-${at}`)
  const first = [...UNKNOWN, 'and more']
  expect(reported).toEqual(first)
  clock.nowMs += HOUR_MS - 1
  note('provider-0')
  expect(reported).toEqual(first)
  clock.nowMs += 1
  note('provider-0')
  expect(reported).toEqual([...first, 'provider-0'])
})

it('reports a configured provider once an hour, however many names strangers invent before and after it', () => {
  const { reported, note } = open()
  for (const id of ['ours-0', ...UNKNOWN, 'ours-1', 'ours-0', 'provider-20', 'provider-21', 'ours-2'])
    note(id)
  expect(reported).toEqual(['ours-0', ...UNKNOWN, 'ours-1', 'and more', 'ours-2'])
})

it.each(['', '-a', 'A', 'two words', 'line\nbreak', 'x'.repeat(41)])(
  'ignores %j, which names no provider',
  (name) => {
    const { reported, note } = open()
    note(name)
    expect(reported).toEqual([])
  },
)
