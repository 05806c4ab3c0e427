import { describe, expect, it } from 'vitest'

import { createSeededRandom } from '../packages/gateway/test/seeded-random.ts'
import { evaluateSoak, slopeOf, type SoakSample } from './evaluate-soak.ts'

const MIB = 1024 ** 2

/** Minutes of an unchanging gateway, with some noise. */
function makeMinutes(change: (minute: number) => Partial<SoakSample> = () => ({}), count = 75): SoakSample[] {
  const random = createSeededRandom(7)
  return Array.from({ length: count }, (_, at) => {
    const minute = at + 1
    return {
      minute,
      actions: 600,
      rssBytes: (180 + random.next() * 4) * MIB,
      heapBytes: (40 + random.next() * 0.2) * MIB,
      descriptors: 30 + random.whole(2),
      sockets: 40 + random.whole(8),
      loopDelayP99Ms: 12 + random.next(),
      ownDelayP99Ms: 11 + random.next(),
      latencyP99Ms: 80 + random.next() * 10,
      databaseBytes: minute * 600 * 4_000,
      deadShare: 0.1 + random.next() * 0.05,
      logBytes: 4 * MIB,
      ...change(minute),
    }
  })
}

describe('minutes of a soak', () => {
  it('pass when nothing changes', () => {
    const { faults, figures } = evaluateSoak(makeMinutes(), false)
    expect(faults).toEqual([])
    expect(figures['heapBytes']).toMatch(/^40\.\d+ MiB first, 40\.\d+ MiB last, /)
  })

  it.each<[string, (minute: number) => Partial<SoakSample>]>([
    ['heapBytes', (minute) => ({ heapBytes: (40 + minute * 0.05) * MIB })],
    ['rssBytes', (minute) => ({ rssBytes: (180 + minute * 0.4) * MIB })],
    ['descriptors', (minute) => ({ descriptors: 30 + Math.floor(minute / 3) })],
    ['sockets', (minute) => ({ sockets: 40 + minute })],
    ['loopDelayP99Ms', (minute) => ({ loopDelayP99Ms: 12 + minute / 8 })],
    ['ownDelayP99Ms', (minute) => ({ ownDelayP99Ms: 11 + minute / 8 })],
    ['latencyP99Ms', (minute) => ({ latencyP99Ms: 80 + minute })],
    ['deadShare', (minute) => ({ deadShare: minute / 100 })],
    ['logBytes', (minute) => ({ logBytes: minute * MIB })],
    ['bytes a deed', (minute) => ({ databaseBytes: minute ** 2 * 100_000 })],
  ])('report %s that rises', (name, change) => {
    const { faults } = evaluateSoak(makeMinutes(change), false)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name}: `))
  })

  it('tolerate a warm-up, and memory that goes up and down', () => {
    const early = makeMinutes((minute) => ({ heapBytes: (40 + Math.min(minute, 10)) * MIB }))
    expect(evaluateSoak(early, false).faults).toEqual([])
    const waves = makeMinutes((minute) => ({ rssBytes: (200 + 40 * Math.sin(minute / 4)) * MIB }))
    expect(evaluateSoak(waves, false).faults).toEqual([])
  })

  it('are not evaluated by time where other programs run on the machine', () => {
    const slower = makeMinutes((minute) => ({ latencyP99Ms: 80 + minute }))
    expect(evaluateSoak(slower, true).faults).toEqual([])
    expect(evaluateSoak(slower, true).figures['latencyP99Ms']).toContain('last')
  })

  it('are too few below a quarter of an hour', () => {
    expect(evaluateSoak(makeMinutes(undefined, 10), false).faults).toEqual([
      '8 minutes after the warm-up are too few to judge',
    ])
  })
})

describe('the line through points', () => {
  it('is exact and certain for points on one line', () => {
    const points = Array.from({ length: 20 }, (_, x) => ({ x, y: 3 * x + 1 }))
    const { perMinute, low, high } = slopeOf(points)
    expect(perMinute).toBeCloseTo(3)
    expect([low, high]).toEqual([expect.closeTo(3), expect.closeTo(3)])
  })

  it('has the interval of the textbook', () => {
    // y = 1, 3, 2, 5 at x = 1 to 4 repeated four times: slope 1.1, standard error 0.2155 with 14 degrees of freedom.
    const ys = [1, 3, 2, 5]
    const points = Array.from({ length: 16 }, (_, at) => ({ x: (at % 4) + 1, y: ys[at % 4] ?? 0 }))
    const { perMinute, low, high } = slopeOf(points)
    expect(perMinute).toBeCloseTo(1.1)
    const residuals = 4 * (0.1 ** 2 + 0.8 ** 2 + 1.3 ** 2 + 0.6 ** 2)
    const error = 2.23 * Math.sqrt(residuals / 14 / 20)
    expect([low, high]).toEqual([expect.closeTo(1.1 - error), expect.closeTo(1.1 + error)])
  })
})
