import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { drawBars } from './draw-bars.ts'
import { drawPictures } from './pictures.ts'
import { readTable } from './read-table.ts'

const DOCS = join(import.meta.dirname, '../../docs')

describe('the pictures of docs/performance.md', () => {
  it.each([...drawPictures()])('%s shows what its table says, and is shown', (file, picture) => {
    expect(readFileSync(join(DOCS, 'images', file), 'utf8'), 'run node tools/performance/pictures.ts').toBe(
      picture,
    )
    expect(readFileSync(join(DOCS, 'performance.md'), 'utf8')).toContain(`](images/${file})`)
  })
})

describe('a table', () => {
  const page =
    'Text.\n\n| Page | ms |\n| --- | --- |\n| ours | **1,137** (1,119–1,142) |\n| `none` | – |\n\nMore.'

  it('is read by the names of itself and of its column', () => {
    expect(readTable(page, { table: 'Page', column: 'ms' })).toEqual([{ label: 'ours', value: 1_137 }])
  })

  it('a missing or repeated table is an error', () => {
    expect(() => readTable(page, { table: 'Page', column: 'kB' })).toThrow('The page has 0 tables "Page"')
    expect(() => readTable(page + page.slice(5), { table: 'Page', column: 'ms' })).toThrow('has 2 tables')
  })
})

describe('bars', () => {
  it('are as long as their values, the longest over the whole room', () => {
    const picture = drawBars('ms', [
      { label: 'ours', value: 50 },
      { label: 'a < b', value: 100 },
    ])
    const widths = [...picture.matchAll(/<rect[^>]* width="(\d+)"/g)].map(([, width]) => Number(width))
    expect(widths).toEqual([160, 320])
    expect(picture).toContain('a &lt; b')
  })
})
