/**
 * `script_blocked`: the page’s own policy forbids the script. `script_failed`: it did not arrive, three times, or is not
 * what `integrity` says. `global_missing`: it arrived and defined something else. `no_document`: this is no browser.
 */
export type LoadErrorCode = 'script_blocked' | 'script_failed' | 'global_missing' | 'no_document'

/** The library could not be loaded. `code` is stable; the message says what to do. */
export class EmbeddedFieldsLoadError extends Error {
  override readonly name = 'EmbeddedFieldsLoadError'
  /** Why the script did not load, for `switch`. */
  readonly code: LoadErrorCode

  constructor(code: LoadErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
