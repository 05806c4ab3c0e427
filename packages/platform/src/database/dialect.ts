/** The two databases. They differ in column types, triggers and the claim query, each in one place. */
export type Dialect = 'sqlite' | 'postgres'

/** Column types whose names differ between the dialects; `time` holds epoch milliseconds. */
export function columnTypes(dialect: Dialect) {
  return {
    binary: dialect === 'sqlite' ? ('blob' as const) : ('bytea' as const),
    time: 'bigint' as const,
  }
}
