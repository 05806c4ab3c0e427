import type { Options } from 'minisearch'

/** A passage that the search finds; the browser gets `title` and `heading` back. */
export interface SearchEntry {
  /** Address below the root of the site, with its anchor. */
  readonly id: string
  readonly title: string
  /** The reader's entrance to which the page belongs. */
  readonly entrance: string
  readonly heading: string
  readonly body: string
  /** Plain text for the list of results. */
  readonly excerpt: string
}

/** The same for the build, which makes the index, and for the browser, which reads it. */
export const SEARCH_SETTINGS: Options<SearchEntry> = {
  fields: ['title', 'heading', 'body'],
  storeFields: ['title', 'heading', 'excerpt', 'entrance'],
  tokenize,
  processTerm,
  searchOptions: {
    boost: { heading: 5, title: 4 },
    boostDocument: (id) => BOOSTS.find(([beginning]) => String(id).startsWith(beginning))?.[1] ?? 1,
    combineWith: 'AND',
    // A typing mistake is forgiven in words, never in codes.
    fuzzy: (term) => (/^\p{L}{5,}$/u.test(term) ? 0.2 : false),
    // The language Go is no beginning of `going live`.
    prefix: (term) => term.length > 2 && !/^\d+$/.test(term),
  },
}

/**
 * Readers want a guide before the reference, and a page for every language before the page for one. The first beginning that
 * fits decides.
 */
const BOOSTS: readonly (readonly [beginning: string, factor: number])[] = [
  ...['php', 'python', 'java', 'ruby', 'csharp', 'curl'].map((name) => [`guides/${name}`, 0.85] as const),
  ['guides/', 1.5],
  ...['troubleshooting', 'errors', 'idempotency'].map((name) => [name, 1.5] as const),
  ['api/', 0.6],
  ['packages/', 0.8],
  ['examples/', 0.7],
]

/** Words of a question that say nothing about its subject. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are can did do does for from how i in is it my of on or the to was we what when where which who why with you your'.split(
    ' ',
  ),
)

function processTerm(term: string): string | null {
  const word = term.toLowerCase()
  return STOP_WORDS.has(word) ? null : word
}

/** `final_capture` is found by its name and by its words, C# by its name, which is no word, and 3-D Secure by each of its spellings. */
function tokenize(text: string): string[] {
  const names =
    text
      .replaceAll(/\bc#/gi, 'csharp ')
      .replaceAll(/\b3-?ds?2?\b(?:[ -]secure\b)?/gi, 'threeds ')
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  return names.flatMap((name) => (name.includes('_') ? [name, ...name.split('_').filter(Boolean)] : [name]))
}
