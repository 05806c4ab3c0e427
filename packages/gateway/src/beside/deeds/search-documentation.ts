import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** A part of a page, from one heading to the next. */
export interface DocumentationPart {
  /** The page: `errors`, `guides/refund`. */
  readonly page: string
  readonly heading: string
  readonly text: string
}

const PARTS_MAX = 5
const TEXT_MAX_CHARACTERS = 2_500

/**
 * Finds the parts of the documentation that have most of the words.
 *
 * @throws {Error} when this build has no documentation.
 */
export function searchDocumentation(folder: URL, query: string): readonly DocumentationPart[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return listPages(folder)
    .flatMap((page) => splitAtHeadings(page, readPage(folder, page)))
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, PARTS_MAX)
    .map(({ part }) => ({ ...part, text: part.text.slice(0, TEXT_MAX_CHARACTERS) }))
}

/** The names of all pages. @throws {Error} when this build has no documentation. */
export function listPages(folder: URL): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replaceAll('\\', '/').slice(0, -'.md'.length))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('This build has no documentation; npm run docs makes it.', { cause: error })
  }
}

/** A whole page, as Markdown. @throws {Error} that names the pages there are. */
export function readPage(folder: URL, page: string): string {
  const pages = listPages(folder)
  if (!pages.includes(page)) throw new Error(`There is no page ${page}; there are ${pages.join(', ')}.`)
  return readFileSync(join(fileURLToPath(folder), `${page}.md`), 'utf8')
}

function splitAtHeadings(page: string, markdown: string): readonly DocumentationPart[] {
  return markdown.split(/^(?=#{1,4} )/m).map((text) => ({
    page,
    heading: /^#{1,4} (.+)$/m.exec(text)?.[1] ?? page,
    text: text.trim(),
  }))
}

/** How many of the words a part has; in its heading they count four times. */
function scoreOf({ heading, text }: DocumentationPart, words: readonly string[]): number {
  const [title, body] = [heading.toLowerCase(), text.toLowerCase()]
  return words.reduce(
    (score, word) => score + (title.includes(word) ? 4 : 0) + (body.includes(word) ? 1 : 0),
    0,
  )
}
