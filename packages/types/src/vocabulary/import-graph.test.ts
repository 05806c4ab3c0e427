import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const START = new URL('./index.ts', import.meta.url)

/** Every specifier that is imported from the start file on, following relative ones. */
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
      if (specifier.startsWith('.')) waiting.push(new URL(specifier, file))
    }
  }
  return specifiers
}

describe('@sluice/types/vocabulary', () => {
  it('imports nothing but its own files', () => {
    const specifiers = [...specifiersFrom(START)]
    expect(specifiers).toContain('./processing-codes.ts')
    expect(specifiers.filter((specifier) => !/^\.\/[a-z-]+\.ts$/.test(specifier))).toEqual([])
  })
})
