import { sha256Base64Url } from '../crypto/aead.ts'

/** More than the gateway has; lists of different lengths would make ever more, and a connection keeps each for its life. */
const STATEMENTS_MAX = 300

/**
 * Names statements that begin and end transactions, take locks, or write rows by their keys: their plan is the same
 * for all values. Queries are planned each time, because a partial index is chosen by the value; and a prepared
 * statement that returns all columns would fail after a process of the next version added a column.
 */
function isNameable(text: string): boolean {
  if (text.startsWith('insert ')) return !text.includes(' returning *')
  if (text.startsWith('update ')) return !text.includes(' returning ')
  return /^(?:begin|commit|select pg_advisory_xact_lock|with "written" )/.test(text)
}

/** Characters of base64url: 96 bits. Servers accept names of 63 bytes. */
const NAME_CHARS = 16

/**
 * A name says which text is meant, in any process of any version: a pooler may give one session of the server to many, from
 * one moment to the next.
 *
 * @decision 0122
 */
const nameOf = (text: string): string => `sluice_${sha256Base64Url(text).slice(0, NAME_CHARS)}`

/** Names statements that come again, so that each connection has them parsed and planned once. */
export interface StatementNames {
  /** Undefined for a statement that appears for the first time, perhaps the only time, and for one without a name. */
  find(text: string): string | undefined
  /** Stops naming statements, because a pooler assigns one server session to several connections. */
  forgo(): void
}

export function createStatementNames(statementsMax = STATEMENTS_MAX): StatementNames {
  const names = new Map<string, string>()
  let isForgone = false
  return {
    find(text) {
      if (isForgone) return undefined
      const name = names.get(text)
      if (name === undefined && names.size < statementsMax && isNameable(text)) names.set(text, nameOf(text))
      return name
    },
    forgo() {
      isForgone = true
      names.clear()
    },
  }
}
