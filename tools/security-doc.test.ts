import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TEXT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** Rows of the three tables that claim something: what, by which code, shown by which test. */
const CLAIMS = TEXT.split('\n')
  .filter(
    (line) => /^\| .* \| .* \| .* \|$/.test(line) && !/^\| (?:-+|Threat|Section|Requirement) /.test(line),
  )
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()))

const pathsOf = (cell = '') =>
  [...cell.matchAll(/`([^`\s]+\/[^`\s]+|\.[\w.-]+|pnpm-workspace\.yaml)`/g)].map(([, path = '']) => path)

describe('docs/security.md', () => {
  it('claims something of threats, ASVS and PCI DSS', () => {
    expect(CLAIMS.length).toBeGreaterThan(60)
  })

  it('names files that exist', () => {
    const named = CLAIMS.flatMap((cells) => cells.flatMap(pathsOf))
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it.each(CLAIMS)(
    '%s: is met by code that a test shows, or says why it is not',
    (_, code = '', test = '') => {
      if (/^(?:not met|does not apply)$/.test(code)) return expect(test.length).toBeGreaterThan(10)
      expect(pathsOf(code).length).toBeGreaterThan(0)
      expect(pathsOf(test).filter((path) => /\.(?:test|spec)\.tsx?$/.test(path)).length).toBeGreaterThan(0)
    },
  )
})
