import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createMessageFinder, findQuotedMessages, readSourceTexts } from './quoted-messages.ts'

const ROOT = join(import.meta.dirname, '..')
const isMessage = createMessageFinder(readSourceTexts(join(ROOT, 'packages')))

/** The documents for readers: decisions quote what was once true. */
const DOCUMENTS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md') && !path.startsWith('decisions'))
  .map((path) => join('docs', path))

/** Texts of others, by the page that quotes them. */
const BY_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'docs/operations/postgresql.md': ['unsupported startup parameter'],
  'docs/operations/processes.md': ['Unknown payment data'],
}

describe('a message that a document quotes', () => {
  it('is one that the code writes', () => {
    const quoted = DOCUMENTS.flatMap((file) =>
      findQuotedMessages(file, readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(quoted.length).toBeGreaterThan(50)
    const unknown = quoted.filter(({ file, text }) => !BY_OTHERS[file]?.includes(text) && !isMessage(text))
    expect(unknown).toEqual([])
  })

  it.each([
    'a safeguard check has failed',
    'the payment breaks a risk rule in the morning',
    'must be one with N',
  ])('is noticed when it is invented: %s', (text) => {
    expect(findQuotedMessages('x.md', `The log says \`${text}\`.`)).toEqual([{ file: 'x.md', text }])
    expect(isMessage(text)).toBe(false)
  })

  it.each(['a safeguard check failed', 'must not exceed <limit>', 'must be one of A, B, C'])(
    'is found with other values: %s',
    (text) => expect(isMessage(text)).toBe(true),
  )

  it.each([
    '`sluice-gateway keys rotate-master`',
    '`npm run verify -- documents`',
    '```\nnot a word of this\n```',
    '`is_final`',
  ])('is neither a command nor a sample: %s', (markdown) =>
    expect(findQuotedMessages('x.md', markdown)).toEqual([]),
  )
})
