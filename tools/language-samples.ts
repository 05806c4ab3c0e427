/**
 * Fills the pages of languages with the files of `examples/any-backend`, which `npm run verify -- backends` runs. A block that begins
 * with ```` ```php of php/shop.php: Refund ```` shows the part of that file below the comment `// Refund`, and
 * ```` ```php of php/webhook.php ```` shows the whole file. `node tools/language-samples.ts --write` writes the pages.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './stage.mjs'

/** Comments that begin a part of a sample. */
export const PARTS = [
  'Access token',
  'Requests',
  'Take a payment on the payment page',
  'Create a session for card fields',
  'Start a bank payment',
  'Ask whether it is paid',
  'Refund',
  'Verify a webhook',
  'Take a card on your own server',
  'Seal a card',
  '3-D Secure by redirect',
  'Commands',
] as const

const PART_LINE = new RegExp(String.raw`^ *(?://|#) (?:${PARTS.join('|')})$`)
const BLOCK = /^(```\w+ of ([^\s:]+)(?:: (.+))?)\n[^]*?^```$/gm

const SAMPLES = join(ROOT, 'examples/any-backend')
const GUIDES = join(ROOT, 'docs/guides')

/** Returns a page with the present text of each sample. */
export function fillSamples(page: string, read: (file: string) => string): string {
  return page.replaceAll(BLOCK, (_, fence: string, file: string, part?: string) => {
    const text = read(file)
    return `${fence}\n${part === undefined ? text.trim() : readPart(text, part)}\n\`\`\``
  })
}

/** Returns the lines of a part, without the indentation that all of them have. */
export function readPart(text: string, part: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => PART_LINE.test(line) && line.endsWith(` ${part}`))
  if (start < 0) throw new Error(`No comment "${part}" begins a part.`)
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => PART_LINE.test(line))
  const own = end < 0 ? rest : rest.slice(0, end)
  const indentation = Math.min(
    ...own.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  )
  return own
    .map((line) => line.slice(indentation))
    .join('\n')
    .trim()
}

/** The files of each page's blocks and what they show of them. */
export function listShown(
  page: string,
): readonly { readonly file: string; readonly part: string | undefined }[] {
  return [...page.matchAll(BLOCK)].map(([, , file = '', part]) => ({ file, part }))
}

export function readSample(file: string): string {
  return readFileSync(join(SAMPLES, file), 'utf8')
}

/** Pages with samples: name and text. */
export function readLanguagePages(): readonly (readonly [name: string, text: string])[] {
  return readdirSync(GUIDES)
    .map((name) => [name, readFileSync(join(GUIDES, name), 'utf8')] as const)
    .filter(([, text]) => listShown(text).length > 0)
}

if (import.meta.main && process.argv.includes('--write')) {
  for (const [name, text] of readLanguagePages())
    writeFileSync(join(GUIDES, name), fillSamples(text, readSample))
}
