/** Evaluates the measurements of a soak. */
import { median } from '../packages/gateway/test/quantile.ts'

/** The measurements of one minute of a soak. */
export interface SoakSample {
  /** The time since the soak began, at the minute's end. */
  readonly minute: number
  /** The customers' actions that ended in it. */
  readonly actions: number
  readonly rssBytes: number
  /** The memory after a garbage collection. */
  readonly heapBytes: number
  /** The open files, pipes and other handles of a process besides sockets. */
  readonly descriptors: number
  /** The number of sockets that the current work needs at once, plus those in reserve. */
  readonly sockets: number
  readonly loopDelayP99Ms: number
  /** The same for the proof's own process, which contains the customers and the receiver. */
  readonly ownDelayP99Ms: number
  /** The duration of actions, from when they were due. */
  readonly latencyP99Ms: number
  readonly databaseBytes: number
  /** The share of dead rows that still take space: 0 to 1. SQLite has none. */
  readonly deadShare: number
  /** The size of SQLite's write-ahead log; 0 elsewhere. */
  readonly logBytes: number
}

/** A line fitted to points by least squares, with the interval that contains 95 of 100 such lines. */
export interface Slope {
  readonly perMinute: number
  readonly low: number
  readonly high: number
}

/** The limits of a measure. */
interface Demand {
  readonly of: keyof SoakSample
  /** The median of the last quarter divided by that of the first. */
  readonly quotientMax: number
  /** The tolerance for the noise of a small measure. */
  readonly slack: number
  /** True for memory: growth is a fault only if the fitted line rises with certainty. */
  readonly byLine?: boolean
  /** True for measures that other programs on the machine affect. */
  readonly isOfTime?: boolean
}

const MIB = 1024 ** 2

/** In the first of these minutes, caches fill and code is compiled: ten of 75 minutes. */
const WARM_UP_SHARE = 2 / 15

/** Fewer samples show no trend. */
const SAMPLES_MIN = 12

const DEMANDS: readonly Demand[] = [
  { of: 'heapBytes', quotientMax: 1.02, slack: 0, byLine: true },
  // Allocators keep pages for later. The heap after collections shows the trend.
  { of: 'rssBytes', quotientMax: 1.05, slack: 0, byLine: true },
  { of: 'descriptors', quotientMax: 1, slack: 2 },
  // More are open at once if answers take longer.
  { of: 'sockets', quotientMax: 1.2, slack: 8, isOfTime: true },
  { of: 'loopDelayP99Ms', quotientMax: 1.2, slack: 2, isOfTime: true },
  // If the proof itself becomes slow, it proves nothing about actions.
  { of: 'ownDelayP99Ms', quotientMax: 1.2, slack: 2, isOfTime: true },
  { of: 'latencyP99Ms', quotientMax: 1.2, slack: 5, isOfTime: true },
  // A twentieth above what vacuuming leaves by its own rule, a fifth of a table.
  { of: 'deadShare', quotientMax: 1, slack: 0.25 },
  { of: 'logBytes', quotientMax: 1, slack: 16 * MIB },
]

/** The bytes of the database per action, last quarter over first, show a table that grows on its own. */
const GROWTH_QUOTIENT_MAX = 1.1

export interface Judgement {
  /** The violations in words; empty if there are none. */
  readonly faults: readonly string[]
  /** Figures for the record. */
  readonly figures: Readonly<Record<string, string>>
}

/**
 * Evaluates the minutes after the warm-up.
 *
 * @param others - true where other programs share the machine: what depends on time is reported, not judged.
 */
export function evaluateSoak(all: readonly SoakSample[], others: boolean): Judgement {
  const samples = all.slice(Math.ceil(all.length * WARM_UP_SHARE))
  if (samples.length < SAMPLES_MIN)
    return { faults: [`${samples.length} minutes after the warm-up are too few to judge`], figures: {} }
  const [first, last] = quartersOf(samples)
  const faults: string[] = []
  const figures: Record<string, string> = {}
  for (const { of, quotientMax, slack, byLine = false, isOfTime = false } of DEMANDS) {
    const before = median(first.map((sample) => sample[of]))
    const after = median(last.map((sample) => sample[of]))
    const slope = slopeOf(samples.map((sample) => ({ x: sample.minute, y: sample[of] })))
    const said = `${show(before)} first, ${show(after)} last, ${showSlope(slope)} a minute`
    figures[of] = said
    const isMore = after > before * quotientMax + slack
    if (isMore && (!byLine || slope.low > 0) && !(isOfTime && others)) faults.push(`${of}: ${said}`)
  }
  const growth = growthOf(last) / growthOf(first)
  figures['bytes a deed'] = `${show(growthOf(first))} first, ${show(growthOf(last))} last`
  if (growth > GROWTH_QUOTIENT_MAX) faults.push(`bytes a deed: ${figures['bytes a deed']}`)
  return { faults, figures }
}

function quartersOf<T>(values: readonly T[]): readonly [first: readonly T[], last: readonly T[]] {
  const size = Math.floor(values.length / 4)
  return [values.slice(0, size), values.slice(-size)]
}

/** Returns the bytes that the database grew by per action in these minutes. */
function growthOf(samples: readonly SoakSample[]): number {
  const [first, ...others] = samples
  const actions = others.reduce((sum, sample) => sum + sample.actions, 0)
  return ((others.at(-1)?.databaseBytes ?? 0) - (first?.databaseBytes ?? 0)) / actions
}

/**
 * Half the width of the interval, in standard errors: Student's t at 95 %, for the fewest degrees of freedom of
 * each row.
 */
const STUDENT_T: readonly (readonly [upTo: number, t: number])[] = [
  [15, 2.23],
  [30, 2.12],
  [60, 2.04],
  [Infinity, 2],
]

/**
 * Fits a line to the points. Minutes are not independent of each other, so the interval is too narrow, which errs
 * on the strict side.
 */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): Slope {
  const count = points.length
  const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / count
  const [meanX, meanY] = [meanOf(points.map(({ x }) => x)), meanOf(points.map(({ y }) => y))]
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const perMinute = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, { x, y }) => sum + (y - meanY - perMinute * (x - meanX)) ** 2, 0)
  const freedom = count - 2
  const t = STUDENT_T.find(([upTo]) => freedom <= upTo)?.[1] ?? 0
  const error = t * Math.sqrt(rest / freedom / spread)
  return { perMinute, low: perMinute - error, high: perMinute + error }
}

const show = (value: number): string =>
  Math.abs(value) >= MIB ? `${(value / MIB).toFixed(2)} MiB` : value.toPrecision(3)

const showSlope = ({ perMinute, low, high }: Slope): string =>
  `${show(perMinute)} (${show(low)} to ${show(high)})`
