import type { ColumnType } from 'kysely'

/** Set once at insert, never updated. */
export type Fixed<T> = ColumnType<T, T, never>

/** Left out at insert, set by a later commit. */
export type Late<T> = ColumnType<T | null, undefined, T | null>
