import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { ROOT } from '../stage.mjs'
import { AREAS, PURE_AREAS } from './areas.ts'
import { listCode } from './list-code.ts'

it('areas of mutants have names of their own', () => {
  expect(new Set(AREAS.map(({ name }) => name)).size).toBe(AREAS.length)
})

it('no file of pure code is counted in two areas', () => {
  const files = PURE_AREAS.flatMap(({ code }) => listCode(code))
  expect(files.toSorted()).toEqual([...new Set(files)].toSorted())
})

describe.each(AREAS)('the area $name', ({ code, suites }) => {
  it('has code and suites', () => {
    const missing = [...listCode(code), ...suites].filter((path) => !existsSync(join(ROOT, path)))
    expect(missing).toEqual([])
  })

  it('counts no test among the code', () => {
    expect(listCode(code).filter((file) => file.includes('.test.'))).toEqual([])
  })
})
