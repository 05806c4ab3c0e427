/** The database cannot be used as it is. The message names what is wrong and what the operator can do about it. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** Nothing of ours is there yet: the first start of a gateway makes it. */
export class DatabaseUnmadeError extends DatabaseOpenError {}
