import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

import { type Component, findProblems, listComponents, toCycloneDx } from './sbom.ts'

let components: readonly Component[]
beforeAll(() => {
  components = listComponents(join(import.meta.dirname, '..'))
})
const names = () => new Set(components.map(({ name }) => name))

describe('the bill of materials', () => {
  it('names what ships and what bundles take in, with what they bring along', () => {
    for (const name of ['fastify', 'find-my-way', 'better-sqlite3', 'zod', 'lit', '@noble/curves'])
      expect(names()).toContain(name)
  })

  it('names nothing that only builds and tests', () => {
    for (const name of ['vitest', 'typescript', 'esbuild', '@playwright/test', 'recheck'])
      expect(names()).not.toContain(name)
    expect([...names()].filter((name) => name.startsWith('@sluice/'))).toEqual([])
  })

  it('knows hash and licence of each, and all may be passed on', () => {
    expect(findProblems(components)).toEqual([])
    const strange = { ...components[0], license: 'AGPL-3.0-only', sha512: '' } as Component
    expect(findProblems([strange])).toEqual([
      expect.stringContaining('has the licence AGPL-3.0-only'),
      expect.stringContaining('has no hash'),
    ])
  })

  it('is CycloneDX whose references all lead somewhere, the same each time', () => {
    const bom = toCycloneDx(components, '1.2.3')
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    const references = new Set(bom.components.map((component) => component['bom-ref']))
    expect(references.size).toBe(components.length)
    const targets = bom.dependencies.flatMap(({ dependsOn }) => dependsOn)
    expect(targets.filter((target) => !references.has(target))).toEqual([])
    expect(bom.components.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ''))).toBe(true)
    expect(toCycloneDx(components, '1.2.3')).toEqual(bom)
  })
})
