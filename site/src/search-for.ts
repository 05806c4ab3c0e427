import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import type { SearchEntry } from './search-settings.ts'

/** What a search found. */
export interface Found {
  readonly results: readonly SearchResult[]
  /** The reader's own pages have nothing, and these are pages for others. */
  readonly isElsewhere: boolean
}

/**
 * Searches the pages of one entrance, and all pages if those have nothing.
 *
 * @param entrance - the id of the entrance; empty for all pages.
 */
export function searchFor(index: MiniSearch<SearchEntry>, asked: string, entrance: string): Found {
  const all = index.search(asked)
  const own = entrance === '' ? all : all.filter((result) => result['entrance'] === entrance)
  return own.length > 0 ? { results: own, isElsewhere: false } : { results: all, isElsewhere: all.length > 0 }
}
