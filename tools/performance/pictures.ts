/** `node tools/performance/pictures.ts`: draws the pictures of docs/performance.md from its tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawBars } from './draw-bars.ts'
import { type Column, readTable } from './read-table.ts'

const DOCS = join(import.meta.dirname, '../../docs')

const PICTURES: Readonly<Record<string, Column & { readonly title: string }>> = {
  'performance-sealing.svg': {
    title: 'Sealing one card field, HPKE-7, microseconds',
    table: 'Contender',
    column: 'HPKE-7 seal',
  },
  'performance-card-form.svg': {
    title: 'Time until a card form accepts typing, loopback, ms',
    table: 'Loopback',
    column: 'Ready, ms',
  },
  'performance-card-form-slow.svg': {
    title: 'Time until a card form accepts typing, 60 ms and 9 Mbit/s, ms',
    table: '60 ms, 9 Mbit/s',
    column: 'Ready, ms',
  },
  'performance-hosted-page.svg': {
    title: 'Time until the payment page accepts typing on a phone, ms',
    table: 'Page',
    column: 'Ready to type, ms',
  },
  'performance-start.svg': {
    title: 'Code that is loaded at a start, kB',
    table: 'Program',
    column: 'kB',
  },
}

/** File names below docs/images, and what they hold. */
export function drawPictures(): ReadonlyMap<string, string> {
  const page = readFileSync(join(DOCS, 'performance.md'), 'utf8')
  return new Map(
    Object.entries(PICTURES).map(([file, { title, ...column }]) => [
      file,
      drawBars(title, readTable(page, column)),
    ]),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [file, picture] of drawPictures()) writeFileSync(join(DOCS, 'images', file), picture)
}
