/** The result of one check, with the fix. */
export interface Examined {
  readonly what: string
  /** `later`: it cannot be checked yet, which is not an error. */
  readonly verdict: 'good' | 'bad' | 'later'
  /** One sentence: the finding and, if it is bad, the fix. */
  readonly found: string
}

export function good(what: string, found: string): Examined {
  return { what, verdict: 'good', found }
}

export function bad(what: string, found: string): Examined {
  return { what, verdict: 'bad', found }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  // Node reports an error without a message, but with a code, for a host with several addresses.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return error.message.trim() === '' ? (code ?? error.name) : error.message
}
