import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

import { isAsUpstream, READ_BY } from './slow-tool-tests.mjs'
import { ROOT } from './stage.mjs'

it.each(Object.entries(READ_BY))('%s exists, with what it reads', (test, read) => {
  for (const name of [test, ...read]) expect(existsSync(join(ROOT, name)), name).toBe(true)
})

it('the tests of mutants run again when a suite that they run has changed', () => {
  const specimens = execFileSync('git', ['ls-files', 'tools/mutants/specimens'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(READ_BY['tools/mutants/try-mutants.test.ts']).toEqual(
    expect.arrayContaining(specimens.trim().split('\n')),
  )
})

describe('the changes of a clone to the branch that it follows', () => {
  function makeClone() {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-clone-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
        cwd: folder,
        stdio: 'pipe',
      })
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    git('init', '--quiet', '--initial-branch=main')
    write('tool', '1')
    write('other', '1')
    git('add', '.')
    git('commit', '--quiet', '--message=first')
    return { folder, git, write }
  }

  it('is unchanged until a file is written, committed or added', () => {
    const { folder, git, write } = makeClone()
    git('checkout', '--quiet', '--track', '-b', 'own')
    write('other', '2')
    expect(isAsUpstream(['tool'], folder)).toBe(true)
    expect(isAsUpstream(['other'], folder)).toBe(false)
    git('commit', '--quiet', '--all', '--message=second')
    expect(isAsUpstream(['other'], folder)).toBe(false)
    expect(isAsUpstream(['.'], folder)).toBe(false)
    git('checkout', '--quiet', 'main', '--', 'other')
    expect(isAsUpstream(['.'], folder)).toBe(true)
    write('new', '1')
    expect(isAsUpstream(['.'], folder)).toBe(false)
  })

  it('counts as changed where no branch is followed', () => {
    expect(isAsUpstream(['.'], makeClone().folder)).toBe(false)
  })
})
