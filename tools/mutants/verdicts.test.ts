import { describe, expect, it } from 'vitest'

import { draw } from './draw.ts'
import { describeMutant } from './mutant.ts'
import { countVerdicts, parseVerdicts, type Verdict } from './verdicts.ts'

const verdict = (key: string, outcome: Verdict['outcome'], hash = 'text'): Verdict => ({
  file: 'packages/types/src/vocabulary/money.ts',
  hash,
  key,
  line: 1,
  mutator: 'StringLiteral',
  original: "'a'",
  replacement: '""',
  outcome,
})

const write = (...verdicts: Verdict[]) => verdicts.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('verdicts on mutants', () => {
  it('are replaced by later ones for the same mutant, in the same text', () => {
    const verdicts = parseVerdicts(
      write(
        verdict('1', 'survives'),
        verdict('2', 'found'),
        verdict('1', 'found'),
        verdict('1', 'unmet', 'other'),
      ),
    )
    expect(verdicts.map(({ key, hash, outcome }) => [key, hash, outcome])).toEqual([
      ['1', 'text', 'found'],
      ['2', 'text', 'found'],
      ['1', 'other', 'unmet'],
    ])
  })

  it('count a mutant that never ends as found', () => {
    const verdicts = [
      verdict('1', 'found'),
      verdict('2', 'timeout'),
      verdict('3', 'survives'),
      verdict('4', 'unmet'),
    ]
    expect(countVerdicts(verdicts)).toEqual({ mutants: 4, found: 2, survivors: 1, unmet: 1 })
  })
})

describe('a mutant', () => {
  it('names its place and the text that it replaces, over several lines too', () => {
    const text = 'const a = 1\nconst b = [\n  2,\n]\n'
    const location = { start: { line: 1, column: 10 }, end: { line: 3, column: 1 } }
    const mutant = { id: '7', fileName: 'a.ts', mutatorName: 'ArrayDeclaration', replacement: '[]', location }
    expect(describeMutant(mutant, text)).toEqual({
      id: '7',
      file: 'a.ts',
      key: '2:10-4:1 ArrayDeclaration []',
      line: 2,
      mutator: 'ArrayDeclaration',
      original: '[\n  2,\n]',
      replacement: '[]',
    })
  })
})

describe('a sample', () => {
  const many = Array.from({ length: 1_000 }, (_, place) => `mutant ${place}`)
  const drawn = (count: number, seed: number) => draw(many, count, seed, (one) => one)

  it('is the same for a seed, and extends the smaller one', () => {
    expect(drawn(50, 1)).toEqual(drawn(100, 1).slice(0, 50))
    expect(drawn(50, 1)).not.toEqual(drawn(50, 2))
    expect(new Set(drawn(100, 1)).size).toBe(100)
  })

  it('does not follow the order of the list', () => {
    expect(draw(many.toReversed(), 50, 1, (one) => one)).toEqual(drawn(50, 1))
  })
})
