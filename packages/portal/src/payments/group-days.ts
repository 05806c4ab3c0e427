/** Entries of one day in the time of the browser. */
export interface DayOf<Entry> {
  /** The time of the first entry. */
  readonly at: Date
  readonly entries: readonly Entry[]
}

/** Groups entries by day; their order stays. */
export function groupDays<Entry extends { readonly at: string }>(
  entries: readonly Entry[],
): readonly DayOf<Entry>[] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString()
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days.values()].map((ofDay) => ({ at: new Date(ofDay[0]?.at ?? 0), entries: ofDay }))
}
