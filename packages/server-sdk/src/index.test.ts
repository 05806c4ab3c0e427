import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('.', import.meta.url).pathname
const sources = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const importers = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(root + file, 'utf8')))

it('runs wherever fetch and WebCrypto are: nothing of Node’s is imported or named', () => {
  expect(sources.length).toBeGreaterThan(20)
  expect(importers(/from 'node:|\bBuffer\b|\bprocess\./)).toEqual([])
})

it('knows its HTTP library in one place', () => {
  expect(importers(/from 'ky'/)).toEqual(['http/exchange.ts'])
})
