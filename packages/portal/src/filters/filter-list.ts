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
  /** The values to choose from. Without them the value is typed. */
  readonly choices?: readonly Choice[]
  /** The filter whose value decides the choices: another value there chooses nothing here. */
  readonly within?: string
  /** Formats a value that is neither a day nor a choice for the list of active filters; without it the value is shown as it is. */
  readonly format?: (value: string, filters: Filters) => string
}

/** The result of reading the fields of the panel: filters, and messages about wrong fields. */
export interface PanelReading {
  readonly filters: Filters
  readonly problems: Filters
}

/** The filters of a list. */
export interface FilterList {
  /** The address of the list without filters. */
  readonly path: string
  /** The title of the panel. */
  readonly title: string
  /** By the names that the address has for them, in the order in which active ones are listed. */
  readonly filters: Readonly<Record<string, Filter>>
  /** The fields of the panel, in its order. Filters without a field come from links. */
  readonly groups: readonly { readonly name: string; readonly fields: readonly string[] }[]
  /** Converts the values of the fields to those of the address, if they differ. */
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
