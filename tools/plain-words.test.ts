import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { countWords, pronounRate } from './plain-words.ts'

const ROOT = join(import.meta.dirname, '..')

/** In 100,000 words: room for a word that is right in its place. Libraries that read well have 2 to 3. */
const PRONOUNS_MAX = 10

function readTexts(path: string): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--', path], { cwd: ROOT, encoding: 'utf8' })
  return (
    list
      .split('\0')
      .filter((file) => /\.(?:[cm]?[jt]sx?|md|vue|html)$/.test(file) && !file.startsWith('tools/plain-words'))
      // A file that was deleted and not yet committed is still in the list.
      .flatMap((file) => {
        try {
          return [readFileSync(join(ROOT, file), 'utf8')]
        } catch {
          return []
        }
      })
  )
}

describe('pronouns that stand for no person or thing in particular', () => {
  it.each([
    ['the repository', '.'],
    ['the documents', 'docs'],
    ['the packages', 'packages'],
  ])('are rare in %s', (_what, path) => {
    const texts = readTexts(path)
    expect(texts.length).toBeGreaterThan(50)
    expect(pronounRate(texts)).toBeLessThanOrEqual(PRONOUNS_MAX)
  })
})

describe('countWords', () => {
  it('counts every such pronoun, however it is written, and nothing that only contains one', () => {
    expect(countWords('Nobody asks whoever comes, wherever, whatever.')).toEqual({ words: 6, pronouns: 4 })
    expect(countWords('anybody and somebody, for whom it is')).toEqual({ words: 7, pronouns: 3 })
    expect(countWords('antibodies, whomsoever and a whatsoever')).toEqual({ words: 5, pronouns: 0 })
  })

  it('gives the rate of all texts together', () => {
    expect(pronounRate(['nobody is here', 'a b c d e f g'])).toBe(10_000)
  })
})
