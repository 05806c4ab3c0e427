import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { listWords, type RankedPart, rankParts } from './rank-parts.ts'

/** A part of a page, from one heading to the next. */
export interface DocumentationPart {
  /** The name of the page: `errors`, `guides/refund`. */
  readonly page: string
  readonly heading: string
  readonly text: string
}

const HEADING = /^#{1,4} (.+)$/

const PARTS_MAX = 5
const TEXT_MAX_CHARACTERS = 2_500

/** Decisions explain the gateway's code to its contributors. Integrators find them only by name. */
const DECISIONS = 'decisions/'

/** The length of an excerpt before the first word: the rows above in a table, or the previous sentence. */
const BEFORE_CHARACTERS = 500

/**
 * Finds the parts of the documentation that have the words, or words that begin so: 2013 is no part of an account's number.
 * Parts that have more of the words come first, and among them those that name the words in their heading or the page's title.
 * Leaves out decisions.
 *
 * @throws {Error} when this build has no documentation.
 */
export function searchDocumentation(folder: URL, query: string): readonly DocumentationPart[] {
  const words = listWords(query)
  const parts = listPages(folder)
    .filter((page) => !page.startsWith(DECISIONS))
    .flatMap((page) => splitAtHeadings(page, readPage(folder, page)))
  return rankParts(parts, words)
    .slice(0, PARTS_MAX)
    .map(({ page, heading, text }) => ({ page, heading, text: excerptOf(text, words) }))
}

/** Returns the names of all pages. @throws {Error} when this build has no documentation. */
export function listPages(folder: URL): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.replaceAll('\\', '/').slice(0, -'.md'.length))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error('This build has no documentation; run npm run docs to create it.', { cause: error })
  }
}

/** Returns a whole page, as Markdown. @throws {Error} that names the pages there are. */
export function readPage(folder: URL, page: string): string {
  const pages = listPages(folder)
  if (!pages.includes(page)) throw new Error(`Unknown page ${page}. Pages: ${pages.join(', ')}.`)
  return readFileSync(join(fileURLToPath(folder), `${page}.md`), 'utf8')
}

function splitAtHeadings(page: string, markdown: string): readonly RankedPart[] {
  const sections: string[][] = [[]]
  let isInCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isInCode = !isInCode
    // A shell comment begins like a heading.
    if (!isInCode && HEADING.test(line)) sections.push([])
    sections.at(-1)?.push(line)
  }
  const parts = sections.map((lines) => ({
    page,
    heading: HEADING.exec(lines[0] ?? '')?.[1] ?? page,
    text: lines.join('\n').trim(),
  }))
  const title = parts.find(({ text }) => text.startsWith('# '))?.heading ?? page
  return parts.filter(({ text }) => text !== '').map((part) => ({ ...part, title }))
}

/** Finds a word that begins with these letters. */
function findWord(text: string, beginning: string): number | null {
  const lowered = text.toLowerCase()
  for (let at = lowered.indexOf(beginning); at !== -1; at = lowered.indexOf(beginning, at + 1))
    if (!/[\p{L}\p{N}]/u.test(lowered.charAt(at - 1))) return at
  return null
}

/** Returns the text, or an excerpt of a long one around the first of the words. */
function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= TEXT_MAX_CHARACTERS) return text
  const first = Math.min(...words.map((word) => findWord(text, word) ?? Infinity))
  const start = text.lastIndexOf('\n', Math.max(0, first - BEFORE_CHARACTERS)) + 1
  return text.slice(start, start + TEXT_MAX_CHARACTERS)
}
