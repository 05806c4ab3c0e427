/** What a soak has measured, and what of that is wrong. */
import { median } from '../packages/gateway/test/quantile.ts'

/** A minute of a soak. */
export interface SoakSample {
  /** Since the soak began, at its end. */
  readonly minute: number
  /** Actions of customers that ended in it. */
  readonly actions: number
  readonly rssBytes: number
  /** After a collection of garbage. */
  readonly heapBytes: number
  /** Files, pipes and what else a process has open beside sockets. */
  readonly descriptors: number
  /** As many as the works under way need at once, and those that are kept for the next. */
  readonly sockets: number
  readonly loopDelayP99Ms: number
  /** The same of the proof's own process, which is customers and receiver. */
  readonly ownDelayP99Ms: number
  /** Of actions, from when they were due. */
  readonly latencyP99Ms: number
  readonly databaseBytes: number
  /** Rows that are dead and still take room, of all rows: 0 to 1. SQLite has none. */
  readonly deadShare: number
  /** Of the write-ahead log of SQLite; 0 elsewhere. */
  readonly logBytes: number
}

/** A straight line through points, by least squares, with what 95 of 100 such lines lie between. */
export interface Slope {
  readonly perMinute: number
  readonly low: number
  readonly high: number
}

/** What is asked of a measure. */
interface Demand {
  readonly of: keyof SoakSample
  /** The last quarter's middle value over the first quarter's. */
  readonly quotientMax: number
  /** What may come on top: noise of a measure that is small. */
  readonly slack: number
  /** True of memory: more at the end is a fault only when the line through all minutes rises for certain. */
  readonly byLine?: boolean
  /** True of what other programs on the machine change. */
  readonly isOfTime?: boolean
}

const MIB = 1024 ** 2

/** Caches fill and code is compiled in the first of these minutes: of 75 they are ten. */
const WARM_UP_SHARE = 2 / 15

/** Fewer samples say nothing of a trend. */
const SAMPLES_MIN = 12

const DEMANDS: readonly Demand[] = [
  { of: 'heapBytes', quotientMax: 1.02, slack: 0, byLine: true },
  // Allocators keep pages for later; what stays after collections is the heap's line.
  { of: 'rssBytes', quotientMax: 1.05, slack: 0, byLine: true },
  { of: 'descriptors', quotientMax: 1, slack: 2 },
  // More are open at once where answers take longer.
  { of: 'sockets', quotientMax: 1.2, slack: 8, isOfTime: true },
  { of: 'loopDelayP99Ms', quotientMax: 1.2, slack: 2, isOfTime: true },
  // A proof that becomes slow itself says nothing of actions.
  { of: 'ownDelayP99Ms', quotientMax: 1.2, slack: 2, isOfTime: true },
  { of: 'latencyP99Ms', quotientMax: 1.2, slack: 5, isOfTime: true },
  // A twentieth beyond what vacuuming leaves by its own rule, a fifth of a table.
  { of: 'deadShare', quotientMax: 1, slack: 0.25 },
  { of: 'logBytes', quotientMax: 1, slack: 16 * MIB },
]

/** Bytes of the database for each deed, last quarter over first: a table that grows by itself shows. */
const GROWTH_QUOTIENT_MAX = 1.1

export interface Judgement {
  /** What is wrong, in words; empty when all is well. */
  readonly faults: readonly string[]
  /** For the record. */
  readonly figures: Readonly<Record<string, string>>
}

/**
 * Judges minutes after the warm-up.
 *
 * @param others - true where other programs share the machine: what depends on time is told, not judged.
 */
export function judgeSoak(all: readonly SoakSample[], others: boolean): Judgement {
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

/** Bytes that the database grew by for each deed of these minutes. */
function growthOf(samples: readonly SoakSample[]): number {
  const [first, ...others] = samples
  const actions = others.reduce((sum, sample) => sum + sample.actions, 0)
  return ((others.at(-1)?.databaseBytes ?? 0) - (first?.databaseBytes ?? 0)) / actions
}

/** Half the width of the interval, in standard errors: Student's t at 95 %, of the fewest degrees of freedom of each row. */
const STUDENT_T: readonly (readonly [upTo: number, t: number])[] = [
  [15, 2.23],
  [30, 2.12],
  [60, 2.04],
  [Infinity, 2],
]

/** Minutes are not independent of each other: an interval of independent ones is somewhat narrow, and errs on the strict side. */
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
