import MiniSearch from 'minisearch'
import type { Passage } from './markdown.ts'
import { SEARCH_SETTINGS, type SearchEntry } from './search-settings.ts'

/** The length of a passage's excerpt below its heading. */
const EXCERPT_CHARACTERS = 140

/** The index of all passages, as the browser loads it. */
export function makeSearchIndex(
  pages: readonly {
    readonly name: string
    readonly title: string
    readonly entrance: string
    readonly passages: readonly Passage[]
  }[],
): string {
  const search = new MiniSearch<SearchEntry>(SEARCH_SETTINGS)
  const seen = new Set<string>()
  for (const { name, title, entrance, passages } of pages) {
    for (const { level, id, text, body } of passages) {
      const address = `${name}.html${level === 1 ? '' : `#${id}`}`
      // Two headings of one text share an anchor, and with it their entry.
      if (seen.has(address)) continue
      seen.add(address)
      const excerpt = body.replaceAll(/\s+/g, ' ').slice(0, EXCERPT_CHARACTERS).trim()
      search.add({ id: address, title, heading: level === 1 ? title : text, body, excerpt, entrance })
    }
  }
  return JSON.stringify(search)
}
