import { existsSync } from 'node:fs'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { isFragment, listModules, listSamples, type Sample } from './samples.ts'
import { readSources } from './sources.ts'

const samples = readSources('.')
  .filter(({ path }) => !path.startsWith('docs/decisions/'))
  .flatMap(listSamples)
const inLanguages = (...languages: readonly string[]) =>
  samples.filter(({ language }) => languages.includes(language))
const at = ({ path, line }: Sample) => `${path}:${line}`

describe('samples of the documents', () => {
  it('in TypeScript are written for the compiler, page by page', () => {
    const pages = new Set(
      inLanguages('ts')
        .filter((sample) => !isFragment(sample))
        .map(({ path }) => path),
    )
    expect(pages.size).toBeGreaterThan(8)
    expect([...listModules(readSources('.')).values()].join('')).toContain('client.transactions.capture(')
  })

  it.each([
    ['ts', 'ts', isFragment],
    ['js', 'js', () => true],
    ['tsx', 'tsx', () => true],
    ['css', 'css', () => true],
  ] as const)('in %s can be parsed', async (language, loader, isWanted) => {
    for (const sample of inLanguages(language).filter(isWanted)) {
      const code = loader === 'css' ? sample.code : `export {}\n${sample.code}`
      await expect(transform(code, { loader, logLevel: 'silent' }), at(sample)).resolves.toBeDefined()
    }
  })

  it('in JSON and YAML can be parsed', () => {
    const wrong = inLanguages('json', 'yaml').filter(({ language, code }) => {
      try {
        return void (language === 'json' ? JSON.parse(code) : parseYaml(code))
      } catch {
        return true
      }
    })
    expect(wrong.map(at)).toEqual([])
  })

  it('for a shell name the test that runs them, or say why none does', () => {
    const unmarked = inLanguages('sh').filter(({ note }) => {
      const [, kind, text = ''] = /^(run by|not run): (.+)$/.exec(note) ?? []
      return kind === 'run by' ? !existsSync(text) : kind !== 'not run'
    })
    expect(unmarked.map(at)).toEqual([])
  })
})
