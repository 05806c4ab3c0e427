/** Every migration from this number on only adds what versions before it can ignore, unless its name says otherwise. */
const FIRST_ADDITIVE = 17

/**
 * The end of a name: versions that lack a migration of this number or a later one can no longer work with the tables.
 */
const BREAKS_BEFORE = /-breaks-before-(\d{4})$/

/** Reads the number that the name of a migration begins with; 0 for one without. */
export function numberOf(migration: string): number {
  return Number(/^(\d{4})-/.exec(migration)?.[1] ?? 0)
}

/** Returns the number of the schema that migrations make: that of the last one. */
export function schemaOf(migrations: readonly string[]): number {
  return Math.max(0, ...migrations.map(numberOf))
}

/** Returns the oldest schema whose versions can work with what the migrations leave. */
export function oldestOf(migrations: readonly string[]): number {
  const breaks = migrations.map((name) => Number(BREAKS_BEFORE.exec(name)?.[1] ?? 0))
  return Math.max(FIRST_ADDITIVE - 1, ...breaks)
}

/**
 * Returns the highest schema up to which a version knows every migration that the database has. A correction of an earlier version may have
 * migrations with higher numbers than one that it lacks.
 *
 * @param foreign - the migrations that it lacks.
 */
export function knownBefore(foreign: readonly string[]): number {
  return Math.min(...foreign.map(numberOf)) - 1
}
