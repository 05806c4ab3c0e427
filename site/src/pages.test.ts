import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeGeneratedPages } from './generated-pages.ts'
import { listMenuPages } from './navigation.ts'
import { readSources } from './sources.ts'

/** A page that needs more words answers two questions, and becomes two pages. */
const MAX_WORDS = 1_500

const written = readSources('.')
const pages = new Map(
  [...written, ...makeGeneratedPages(written)].map(({ path, markdown }) => [path, markdown]),
)
/** Pages of the API are generated from the contract. Each has the name of what it describes. */
const menu = listMenuPages().filter((path) => !path.startsWith('api/'))
const textOf = (path: string) => pages.get(path) ?? readFileSync(path, 'utf8')

it.each(menu)('%s names its question in the first line', (path) => {
  const paragraphs = textOf(path)
    .split(/\n{2,}/)
    .filter((paragraph) => !/^(?:# |> \*\*Not published yet)/.test(paragraph))
  expect(firstSentenceOf(paragraphs[0])).toMatch(/\?$/)
})

it.each([...written.map(({ path }) => path), 'README.md', 'CONTRIBUTING.md'])(
  '%s is short enough to be read',
  (path) => {
    expect(countWords(textOf(path))).toBeLessThanOrEqual(MAX_WORDS)
  },
)

it('counts only hand-written words: no code, no table, no address of a link', () => {
  expect(countWords('One [two three](a/b c.md).\n\n```sh run by: x\nfour\n```\n\n| five | six |\n')).toBe(3)
})

function firstSentenceOf(paragraph = ''): string {
  return /^[^]*?[.?!:](?=\s|$)/.exec(paragraph)?.[0] ?? ''
}

/** Tables are not counted: most are generated, and a reader looks one row up. */
function countWords(markdown: string): number {
  const prose = markdown
    .replaceAll(/^( *)```[^]*?\n\1```$/gm, '')
    .replaceAll(/^ *\|.*$/gm, '')
    .replaceAll(/<!--[^]*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
  return prose.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0
}
