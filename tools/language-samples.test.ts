import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillSamples, listShown, PARTS, readLanguagePages, readPart, readSample } from './language-samples.ts'
import { ROOT } from './stage.mjs'

const FOLDER = join(ROOT, 'examples/any-backend')
const pages = readLanguagePages()
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(?:sh|php|py|java|go|rb)$/.test(name) && statSync(join(FOLDER, name)).isFile(),
)

describe('the pages of languages', () => {
  it('exist for each language that has samples', () => {
    const languages = readdirSync(FOLDER).filter((name) => statSync(join(FOLDER, name)).isDirectory())
    expect(pages.map(([name]) => name.replace('.md', '')).toSorted()).toEqual(languages.toSorted())
  })

  it.each(pages)('%s shows the samples unchanged: node tools/language-samples.ts --write', (_, text) => {
    expect(fillSamples(text, readSample)).toBe(text)
  })

  it.each(sources)('show each part of %s that a shop needs', (file) => {
    const shown = pages.flatMap(([, text]) => listShown(text)).filter((one) => one.file === file)
    if (shown.some(({ part }) => part === undefined)) return
    const text = readFileSync(join(FOLDER, file), 'utf8')
    const parts = PARTS.filter((part) => part !== 'Commands' && text.includes(` ${part}\n`))
    expect(parts.length).toBeGreaterThan(0)
    expect(shown.map(({ part }) => part).toSorted()).toEqual(parts.toSorted())
  })
})

describe('a part of a sample', () => {
  const sample = 'class Shop\n  # Requests\n\n  def call\n    1\n  end\n\n  # Refund\n  def refund = 2\nend\n'

  it('ends where the next begins, without its indentation', () => {
    expect(readPart(sample, 'Requests')).toBe('def call\n  1\nend')
  })

  it('is written into the block that names it', () => {
    const page = 'A\n\n```ruby of ruby/a.rb: Requests\nold\n```\n\nB\n'
    expect(fillSamples(page, () => sample)).toBe(
      'A\n\n```ruby of ruby/a.rb: Requests\ndef call\n  1\nend\n```\n\nB\n',
    )
  })

  it('must exist', () => {
    expect(() => readPart(sample, 'Seal a card')).toThrow('No comment "Seal a card" begins a part.')
  })
})
