/**
 * `script_blocked`: the page’s own policy forbids the script. `script_failed`: it did not load after three
 * attempts, or does not match `integrity`. `global_missing`: it loaded and defined another global. `no_document`:
 * the code does not run in a browser.
 */
export type LoadErrorCode = 'script_blocked' | 'script_failed' | 'global_missing' | 'no_document'

/** The library could not be loaded. `code` is stable; the message says what to do. */
export class EmbeddedFieldsLoadError extends Error {
  override readonly name = 'EmbeddedFieldsLoadError'
  /** The reason why the script did not load, for `switch`. */
  readonly code: LoadErrorCode

  constructor(code: LoadErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
