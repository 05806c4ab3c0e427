/**
 * The database cannot be used in its current state. The message names the problem and the fix for the operator.
 */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError'
}

/** No table of the gateway exists yet: the first start of a gateway creates them. */
export class DatabaseUnmadeError extends DatabaseOpenError {}

/** Another process uses the data directory, so this one must not. */
export class DataDirectoryInUseError extends DatabaseOpenError {
  readonly directory: string

  constructor(directory: string, options?: ErrorOptions) {
    super(
      `The data directory ${directory} is in use by another gateway process. ` +
        'Stop that process, or use another data directory for this one.',
      options,
    )
    this.directory = directory
  }
}
