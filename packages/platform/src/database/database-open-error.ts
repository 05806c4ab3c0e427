/**
 * The database cannot be used in its current state. The message names the problem and the fix for the operator.
 */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** No table of the gateway exists yet: the first start of a gateway creates them. */
export class DatabaseUnmadeError extends DatabaseOpenError {}
