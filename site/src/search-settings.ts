import type { Options } from 'minisearch'

/** A passage that the search finds; the browser gets `title` and `heading` back. */
export interface SearchEntry {
  /** Address below the root of the site, with its anchor. */
  readonly id: string
  readonly title: string
  /** Whose page it is: the reader's entrance. */
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
  searchOptions: {
    boost: { heading: 5, title: 4 },
    combineWith: 'AND',
    // A typing mistake is forgiven in words, never in codes.
    fuzzy: (term) => (/^\p{L}{5,}$/u.test(term) ? 0.2 : false),
    // The language Go is no beginning of `going live`.
    prefix: (term) => term.length > 2 && !/^\d+$/.test(term),
  },
}

/** `final_capture` is found by its name and by its words, and C# by its name, which is no word. */
function tokenize(text: string): string[] {
  const names = text.replaceAll(/\bc#/gi, 'csharp ').match(/[\p{L}\p{N}_]+/gu) ?? []
  return names.flatMap((name) => (name.includes('_') ? [name, ...name.split('_').filter(Boolean)] : [name]))
}
