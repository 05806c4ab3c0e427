/** How payments ended, as the gateway counted them. */
export interface Counts {
  /** The first day that is shown, RFC 3339. */
  readonly since: string
  readonly days: number
  /** Of very many payments only those since then were counted; null when all were. */
  readonly counted_since: string | null
  readonly counts: readonly Count[]
}

export interface Count {
  readonly day: string
  readonly status: string
  readonly processing_code: string | null
  readonly payment_method_type: string
  readonly count: number
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

const NOTHING: Sums = { approved: 0, declined: 0, other: 0 }

/** Every day of the time, also those without a payment. */
export function addUpDays({ since, days, counts }: Counts): readonly Row[] {
  const sums = addUp(counts, ({ day }) => day)
  const first = Date.parse(since)
  return Array.from({ length: days }, (_, index) => {
    const key = new Date(first + index * 86_400_000).toISOString().slice(0, 10)
    return { key, ...(sums.get(key) ?? NOTHING) }
  })
}

/** The methods, the one with the most payments first. */
export function addUpMethods({ counts }: Counts): readonly Row[] {
  return [...addUp(counts, (count) => count.payment_method_type)]
    .map(([key, sums]) => ({ key, ...sums }))
    .sort((left, right) => total(right) - total(left))
}

/** Why payments were not approved, the most frequent reason first. */
export function addUpCodes({ counts }: Counts): readonly { readonly code: string; readonly count: number }[] {
  const sums = new Map<string, number>()
  for (const { status, processing_code: code, count } of counts)
    if (code !== null && kindOf(status) !== 'approved') sums.set(code, (sums.get(code) ?? 0) + count)
  return [...sums].map(([code, count]) => ({ code, count })).sort((left, right) => right.count - left.count)
}

export function total({ approved, declined, other }: Sums): number {
  return approved + declined + other
}

/** Of what banks have decided, in percent; null where they have decided nothing. */
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

function kindOf(status: string): keyof Sums {
  if (status === 'APPROVED') return 'approved'
  return status === 'DECLINED' ? 'declined' : 'other'
}
