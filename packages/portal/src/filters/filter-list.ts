/** The filters that hold, by the names that the address has for them; an empty one is none. */
export type Filters = Readonly<Record<string, string | undefined>>

/** A value that a filter may have, and what people call it. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** One filter of a list. */
export interface Filter {
  readonly label: string
  readonly type?: 'date' | 'email'
  readonly inputMode?: 'decimal' | 'numeric'
  readonly hint?: string
  /** What its value is chosen from. A filter without it is typed. */
  readonly choices?: readonly Choice[]
  /** The filter whose value decides the choices: another value there chooses nothing here. */
  readonly within?: string
  /** What the list of active filters calls a value that is neither a day nor a choice; the value itself without it. */
  readonly format?: (value: string, filters: Filters) => string
}

/** What was read from the fields of the panel: filters, or sentences about the fields that are wrong. */
export interface PanelReading {
  readonly filters: Filters
  readonly problems: Filters
}

/** What a list can be filtered by. */
export interface FilterList {
  /** The address of the list without filters. */
  readonly path: string
  /** The title of the panel. */
  readonly title: string
  /** By the names that the address has for them, in the order in which active ones are listed. */
  readonly filters: Readonly<Record<string, Filter>>
  /** The fields of the panel, in its order. Filters without a field come from links. */
  readonly groups: readonly { readonly name: string; readonly fields: readonly string[] }[]
  /** Reads what the fields say, where that differs from what the address says. */
  readonly read?: (given: Filters) => PanelReading
  /** The opposite of `read`. */
  readonly show?: (filters: Filters) => Filters
}

/** Returns values with what people call them. */
export function choicesOf<Value extends string>(
  values: readonly Value[],
  format: (value: Value) => string,
): readonly Choice[] {
  return values.map((value) => ({ value, label: format(value) }))
}
