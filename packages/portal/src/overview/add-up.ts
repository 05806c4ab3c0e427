/** Counts of payment outcomes and the amounts that they moved, from the gateway. */
export interface Counts {
  /** The first day that is shown, RFC 3339. */
  readonly since: string
  readonly days: number
  /** The time since which payments were counted, if there are too many to count all; null if all were counted. */
  readonly counted_since: string | null
  readonly counts: readonly Count[]
}

export interface Count {
  readonly day: string
  readonly status: string
  readonly processing_code: string | null
  readonly payment_method_type: string
  readonly currency: string
  readonly count: number
  /** The captured amount, in minor units. */
  readonly volume: number
  /** The part of it that is left after refunds, returns and disputes. */
  readonly net: number
}

/** Payments that ended in one of three ways. */
export interface Sums {
  readonly approved: number
  readonly declined: number
  readonly other: number
}

export interface Row extends Sums {
  readonly key: string
}

/** The sums of one currency, in minor units. */
export interface Money {
  readonly currency: string
  readonly volume: number
  readonly net: number
}

const NOTHING: Sums = { approved: 0, declined: 0, other: 0 }

const DAY_MS = 86_400_000

/** The periods that a person can choose. */
export const PERIODS = ['month', 'last30', 'last7'] as const

export type Period = (typeof PERIODS)[number]

/** The length of each period in days. Days are in UTC, as the gateway counts them. */
const DAYS: Readonly<Record<Period, (counts: Counts) => number>> = {
  month: (counts) => Number(lastDayOf(counts).slice(8)),
  last30: () => 30,
  last7: () => 7,
}

/** Omits what was counted before a period. */
export function selectPeriod(counts: Counts, period: Period): Counts {
  const days = Math.min(counts.days, DAYS[period](counts))
  const since = new Date(Date.parse(counts.since) + (counts.days - days) * DAY_MS).toISOString()
  return { ...counts, since, days, counts: counts.counts.filter(({ day }) => day >= since.slice(0, 10)) }
}

/** Every day of the time, also those without a payment. */
export function addUpDays(counted: Counts): readonly Row[] {
  const sums = addUp(counted.counts, ({ day }) => day)
  return listDays(counted).map((key) => ({ key, ...(sums.get(key) ?? NOTHING) }))
}

/** Returns the volume of every day in one currency. */
export function addUpVolumes(
  counted: Counts,
  currency: string,
): readonly { readonly key: string; readonly volume: number }[] {
  const volumes = new Map<string, number>()
  for (const count of counted.counts)
    if (count.currency === currency) volumes.set(count.day, (volumes.get(count.day) ?? 0) + count.volume)
  return listDays(counted).map((key) => ({ key, volume: volumes.get(key) ?? 0 }))
}

/** Returns the sums of each currency, the one with the most payments first. */
export function addUpMoney({ counts }: Counts): readonly Money[] {
  const sums = new Map<string, Money & { readonly count: number }>()
  for (const { currency, count, volume, net } of counts) {
    const before = sums.get(currency) ?? { currency, count: 0, volume: 0, net: 0 }
    sums.set(currency, {
      currency,
      count: before.count + count,
      volume: before.volume + volume,
      net: before.net + net,
    })
  }
  return [...sums.values()]
    .sort((left, right) => right.count - left.count)
    .map(({ currency, volume, net }) => ({ currency, volume, net }))
}

/** Returns the methods, the one with the most payments first. */
export function addUpMethods({ counts }: Counts): readonly Row[] {
  return [...addUp(counts, (count) => count.payment_method_type)]
    .map(([key, sums]) => ({ key, ...sums }))
    .sort((left, right) => total(right) - total(left))
}

/** Counts the reasons why payments ended without approval, the most frequent first. Pending payments are not counted. */
export function addUpCodes({ counts }: Counts): readonly { readonly code: string; readonly count: number }[] {
  const sums = new Map<string, number>()
  for (const { status, processing_code: code, count } of counts)
    if (code !== null && hasFailed(status)) sums.set(code, (sums.get(code) ?? 0) + count)
  return [...sums].map(([code, count]) => ({ code, count })).sort((left, right) => right.count - left.count)
}

/** All payments together. */
export function addUpAll({ counts }: Counts): Sums {
  return addUp(counts, () => '').get('') ?? NOTHING
}

export function total({ approved, declined, other }: Sums): number {
  return approved + declined + other
}

/** Returns the share of approvals in the payments that banks decided, in percent; null if there are none. */
export function approvalRate({ approved, declined }: Sums): number | null {
  return approved + declined === 0 ? null : (100 * approved) / (approved + declined)
}

function addUp(counts: readonly Count[], keyOf: (count: Count) => string): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const count of counts) {
    const before = sums.get(keyOf(count)) ?? NOTHING
    const kind = kindOf(count.status)
    sums.set(keyOf(count), { ...before, [kind]: before[kind] + count.count })
  }
  return sums
}

function listDays({ since, days }: Counts): readonly string[] {
  const first = Date.parse(since)
  return Array.from({ length: days }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  )
}

function lastDayOf(counted: Counts): string {
  return listDays(counted).at(-1) ?? counted.since
}

function kindOf(status: string): keyof Sums {
  if (status === 'APPROVED') return 'approved'
  return status === 'DECLINED' ? 'declined' : 'other'
}

function hasFailed(status: string): boolean {
  return !['APPROVED', 'PENDING', 'CREATED'].includes(status)
}
