import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { countWords, pronounRate } from './plain-words.ts'

const ROOT = join(import.meta.dirname, '..')

/** The aim is 10 everywhere. A bound is what was reached; a change that lowers a rate lowers its bound. */
const BOUNDS: readonly (readonly [what: string, maxPer100kWords: number, paths: readonly string[]])[] = [
  ['the repository', 55, ['.']],
  ['the documents', 10, ['docs', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']],
  ['the gateway', 10, ['packages/gateway/src']],
]

function readTexts(paths: readonly string[]): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: ROOT, encoding: 'utf8' })
  return (
    list
      .split('\0')
      .filter((path) => /\.(?:[cm]?[jt]sx?|md|vue|html)$/.test(path) && !path.startsWith('tools/plain-words'))
      // A file that was deleted and not yet committed is still in the list.
      .flatMap((path) => {
        try {
          return [readFileSync(join(ROOT, path), 'utf8')]
        } catch {
          return []
        }
      })
  )
}

describe('pronouns that stand for nobody in particular', () => {
  it.each(BOUNDS)('are rare in %s: at most %d in 100,000 words', (_what, max, paths) => {
    const texts = readTexts(paths)
    expect(texts.length).toBeGreaterThan(50)
    expect(pronounRate(texts)).toBeLessThanOrEqual(max)
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
