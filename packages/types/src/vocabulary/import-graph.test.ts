import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const START = new URL('./index.ts', import.meta.url)

/** The catalogue of texts, which becomes part of the vocabulary when it is built. */
const CATALOGUE = /^@sluice\/texts\/([a-z-]+)$/

/** Every specifier that is imported from the start file on, following relative ones and those of the catalogue. */
function specifiersFrom(start: URL): Set<string> {
  const specifiers = new Set<string>()
  const read = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (read.has(file.href)) continue
    read.add(file.href)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*'([^']+)'/g,
    )) {
      specifiers.add(specifier)
      const [, area] = CATALOGUE.exec(specifier) ?? []
      if (specifier.startsWith('.')) waiting.push(new URL(specifier, file))
      if (area !== undefined)
        waiting.push(new URL(`../../../texts/src/catalogue/${area}.ts`, import.meta.url))
    }
  }
  return specifiers
}

describe('@sluice/types/vocabulary', () => {
  it('imports nothing but its own files and the catalogue of texts', () => {
    const specifiers = [...specifiersFrom(START)]
    expect(specifiers).toContain('./processing-codes.ts')
    expect(specifiers).toContain('../ro/outcomes.ts')
    const isOwn = (specifier: string) =>
      /^\.{1,2}\/(?:[a-z-]+\/)?[a-z-]+\.ts$/.test(specifier) || CATALOGUE.test(specifier)
    expect(specifiers.filter((specifier) => !isOwn(specifier))).toEqual([])
  })
})
