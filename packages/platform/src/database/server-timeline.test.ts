import { describe, expect, it } from 'vitest'

import { NewestTimeline } from './server-timeline.ts'

const at = (timeline: number, system = '7301') => ({ system, timeline })

describe('NewestTimeline', () => {
  it('refuses a primary that a failover has replaced, and continues with the newer one', () => {
    const newest = new NewestTimeline()
    expect([1, 1, 2, 1, 2, 3, 2].map((timeline) => newest.accepts(at(timeline)))).toEqual([
      ...[true, true, true, false, true, true, false],
    ])
    expect(newest.describeRefusal(at(2))).toContain('is on timeline 2, but a failover started timeline 3')
  })

  it('follows an operator to another cluster', () => {
    const newest = new NewestTimeline()
    expect([at(5), at(1, '7302'), at(2, '7302'), at(1, '7302')].map((seen) => newest.accepts(seen))).toEqual([
      ...[true, true, true, false],
    ])
  })
})
