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

/** Decisions explain the gateway's code to its contributors; whoever integrates a shop finds them only by name. */
const DECISIONS = 'decisions/'

/** Of a long text, before the first of the words: the rows above in a table, the sentence before. */
const BEFORE_CHARACTERS = 500

/**
 * Finds the parts of the documentation that have most of the words, or words that begin so: 2013 is no part of an account's number.
 * Leaves out decisions.
 *
 * @throws {Error} when this build has no documentation.
 */
export function searchDocumentation(folder: URL, query: string): readonly DocumentationPart[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return listPages(folder)
    .filter((page) => !page.startsWith(DECISIONS))
    .flatMap((page) => splitAtHeadings(page, readPage(folder, page)))
    .map((part) => ({ part, score: scoreOf(part, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, PARTS_MAX)
    .map(({ part }) => ({ ...part, text: excerptOf(part.text, words) }))
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
  const countIn = (place: string) => words.filter((word) => findWord(place, word) !== null).length
  return 4 * countIn(heading) + countIn(text)
}

/** Where a word that begins with these letters begins. */
function findWord(text: string, beginning: string): number | null {
  const lowered = text.toLowerCase()
  for (let at = lowered.indexOf(beginning); at !== -1; at = lowered.indexOf(beginning, at + 1))
    if (!/[\p{L}\p{N}]/u.test(lowered.charAt(at - 1))) return at
  return null
}

/** The text, or as much of a long one as stands around the first of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= TEXT_MAX_CHARACTERS) return text
  const first = Math.min(...words.map((word) => findWord(text, word) ?? Infinity))
  const start = text.lastIndexOf('\n', Math.max(0, first - BEFORE_CHARACTERS)) + 1
  return text.slice(start, start + TEXT_MAX_CHARACTERS)
}
