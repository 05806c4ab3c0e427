import { expect, it } from 'vitest'

import { createReportUnknownProviders } from './report-unknown-providers.ts'

const HOUR_MS = 3_600_000

function open() {
  const reported: string[] = []
  const clock = { nowMs: HOUR_MS }
  return {
    reported,
    clock,
    note: createReportUnknownProviders(
      () => clock.nowMs,
      (id) => reported.push(id),
    ),
  }
}

it('reports each unknown provider once an hour, and no more than twenty', () => {
  const { reported, clock, note } = open()
  for (let round = 0; round < 2; round += 1) for (let at = 0; at < 30; at += 1) note(`provider-${at}`)
  const first = Array.from({ length: 20 }, (_, at) => `provider-${at}`)
  expect(reported).toEqual(first)
  clock.nowMs += HOUR_MS - 1
  note('provider-0')
  expect(reported).toEqual(first)
  clock.nowMs += 1
  note('provider-0')
  expect(reported).toEqual([...first, 'provider-0'])
})

it.each(['', '-a', 'A', 'two words', 'line\nbreak', 'x'.repeat(41)])(
  'ignores %j, which names no provider',
  (name) => {
    const { reported, note } = open()
    note(name)
    expect(reported).toEqual([])
  },
)
