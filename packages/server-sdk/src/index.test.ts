import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('.', import.meta.url).pathname
const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const importers = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(root + file, 'utf8')))

/** The testing kit starts a gateway, which runs on Node. */
const shipped = (file: string) => !file.startsWith('testing/')

it('runs on every runtime with fetch and WebCrypto: nothing of Node’s is imported or named', () => {
  expect(sources.length).toBeGreaterThan(20)
  expect(importers(/from 'node:|\bBuffer[.(]|\bprocess\.\w/).filter(shipped)).toEqual([])
})

it('carries its HTTP library and the contract’s schemas in a part that only the first call loads', () => {
  const imports = (file: string) =>
    [...readFileSync(root + file, 'utf8').matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gms)]
      .map(([statement, specifier = '']) => ({ statement, specifier }))
      // Types alone are gone when this runs.
      .filter(({ statement }) => !/\{(\s*type [\w\s]+,?)+\s*\}/.test(statement))
      .map(({ specifier }) => specifier)
  const reached = new Set<string>()
  const outside = new Set<string>()
  const waiting = ['index.ts']
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const specifier of imports(file)) {
      if (specifier.startsWith('.')) waiting.push(join(dirname(file), specifier))
      else outside.add(specifier)
    }
  }
  expect([...reached]).toContain('http/transport.ts')
  expect([...reached]).not.toContain('http/engine.ts')
  expect([...outside].sort()).toEqual([
    '@sluice/card-encryption/encrypt',
    '@sluice/shared/nearest-name',
    '@sluice/types/vocabulary',
  ])
})

it('uses its HTTP library in one place', () => {
  expect(importers(/from 'ky'/)).toEqual(['http/exchange.ts'])
})
