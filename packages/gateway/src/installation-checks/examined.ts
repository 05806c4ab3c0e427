/** What was looked at, and what is to be done about it. */
export interface Examined {
  readonly what: string
  /** `later`: nothing is wrong, and it could not be looked at yet. */
  readonly verdict: 'good' | 'bad' | 'later'
  /** One sentence: what was found and, when it is bad, what mends it. */
  readonly found: string
}

export function good(what: string, found: string): Examined {
  return { what, verdict: 'good', found }
}

export function bad(what: string, found: string): Examined {
  return { what, verdict: 'bad', found }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given'
  // A host with several addresses fails once for each.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return error.message.trim() === '' ? (code ?? error.name) : error.message
}
