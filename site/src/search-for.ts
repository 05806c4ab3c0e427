import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import type { SearchEntry } from './search-settings.ts'

/** The result of a search. */
export interface Found {
  readonly results: readonly SearchResult[]
  /** The reader's own pages have nothing, and these are pages for others. */
  readonly isElsewhere: boolean
}

/** A page for others comes first if it fits this many times better: a merchant's "change the logo" is one for operators. */
const FAR_BETTER = 2.5

/**
 * Searches the pages of one entrance, and all pages if those have nothing.
 *
 * @param entrance - the id of the entrance; empty for all pages.
 */
export function searchFor(index: MiniSearch<SearchEntry>, asked: string, entrance: string): Found {
  const all = index.search(asked)
  const own = entrance === '' ? all : all.filter((result) => result['entrance'] === entrance)
  const [best] = all
  const [first] = own
  if (best && first) {
    const isFarBetter = best.score > FAR_BETTER * first.score
    return { results: isFarBetter ? [best, ...own] : own, isElsewhere: false }
  }
  if (best) return { results: all, isElsewhere: true }
  return { results: searchForSome(index, asked, entrance), isElsewhere: false }
}

/** Finds passages with some of the words, for a question that has a word which no page uses. */
function searchForSome(index: MiniSearch<SearchEntry>, asked: string, entrance: string): SearchResult[] {
  return index.search(asked, {
    combineWith: 'OR',
    ...(entrance !== '' && { filter: (result: SearchResult) => result['entrance'] === entrance }),
  })
}
