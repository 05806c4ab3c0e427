import type { Passage } from './markdown.ts'
import type { EntranceId } from './navigation.ts'

/** Headings below are details of what these say. */
const LEVEL = 2

/**
 * Lists the documents that the search of the portal finds, with their headings: `[title, path, [heading, anchor][]]`. The portal loads all of
 * it, so it holds no texts. How the gateway is built is not relevant there.
 */
export function listContents(
  pages: readonly {
    readonly name: string
    readonly title: string
    readonly entrance: EntranceId
    readonly passages: readonly Passage[]
  }[],
): string {
  const contents = pages
    .filter(({ entrance }) => entrance !== 'built')
    .map(({ name, title, passages }) => [
      title,
      `${name}.html`,
      passages.filter(({ level }) => level === LEVEL).map(({ text, id }) => [text, id]),
    ])
  return JSON.stringify(contents)
}
