import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { PINNED_NODE, run } from '../stage.mjs'
import { instrumentFiles } from './instrument.ts'
import { readNoticed, trialFiles } from './trial-files.ts'

const KERNEL = 'packages/platform/src/kernel'

/** Tries all mutants of two files by one suite. */
async function tryBy(suite: string, projects = 'unit') {
  const { code, mutants } = await instrumentFiles([`${KERNEL}/page-cursor.ts`, `${KERNEL}/work-queue.ts`])
  const idOf = (mutator: string, original: string, replacement: string) => {
    const found = mutants.filter(
      (one) => one.mutator === mutator && one.original === original && one.replacement === replacement,
    )
    expect(found, original).toHaveLength(1)
    return found[0]?.id
  }
  const folder = mkdtempSync(join(tmpdir(), 'sluice-mutants-'))
  const files = trialFiles(folder)
  try {
    writeFileSync(files.code, JSON.stringify(code))
    writeFileSync(files.mutants, JSON.stringify(mutants))
    writeFileSync(files.noticed, '')
    const words = ['--conditions=@sluice/source', 'tools/mutants/try-mutants.ts', folder, projects, suite]
    await run(PINNED_NODE, words)
    const noticed = readNoticed(files)
    const found = noticed.flatMap((one) => ('found' in one ? [one.found] : []))
    const survivors = noticed.flatMap((one) => ('survives' in one ? [one.survives] : []))
    const unmet = noticed.flatMap((one) => ('unmet' in one ? [one.unmet] : []))
    expect(found.length + survivors.length + unmet.length).toBe(mutants.length)
    expect(noticed.at(-1)).toEqual({ isComplete: true })
    return { mutants, idOf, found, survivors, unmet }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A pattern is made as its module is loaded. */
const LOADED = [
  'Regex',
  String.raw`/^([0-9]{1,15})\.([\x21-\x7e]+)$/`,
  String.raw`/^([^0-9]{1,15})\.([\x21-\x7e]+)$/`,
] as const

it('distinguishes mutants that act in a body, during the load of a module, and nowhere', async () => {
  const { mutants, idOf, found, survivors, unmet } = await tryBy(`${KERNEL}/page-cursor.test.ts`)
  expect(found).toContain(idOf('StringLiteral', '`${createdAtMs}.${id}`', '``'))
  expect(found).toContain(idOf(...LOADED))
  // Node takes no encoding for UTF-8.
  expect(survivors.some((id) => mutants.find((one) => one.id === id)?.original === "'utf8'")).toBe(true)
  expect(unmet).toContain(idOf('AssignmentOperator', 'free -= 1', 'free += 1'))
})

it('a file whose hook fails because of what a repeated body left behind is tried as a whole', async () => {
  const { idOf, found, survivors } = await tryBy('tools/mutants/specimens/strict-hook.test.ts')
  expect(found).toContain(idOf(...LOADED))
  expect(survivors).not.toEqual([])
})

it('code that runs while a test of another file loads a module is tried with each file as a whole', async () => {
  const { idOf, found } = await tryBy('tools/mutants/specimens/loaded-late', 'unit,integration')
  expect(found).toContain(idOf(...LOADED))
})
