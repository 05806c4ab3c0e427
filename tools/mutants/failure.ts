/** The test that fails with a mutant. */
export interface Failure {
  /** The name of the test, or of its file. */
  readonly test: string
  /** A test whose time was over may have been right, on a busy machine. */
  readonly isTimeout: boolean
}

/** Returns whether the time of a test or of a hook was over. */
export function isTimeout(errors: readonly { readonly message: string }[] | undefined): boolean {
  return errors?.some(({ message }) => /timed out in \d+ms/.test(message)) === true
}
