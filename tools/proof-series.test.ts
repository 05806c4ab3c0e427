import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { addUp, hasWantedSize, parseSeries, readState } from './proof-series.mjs'

const BEGUN = JSON.stringify({ commit: 'c1', times: 3 })
const pieceOf = (place: number, isGreen: boolean) =>
  JSON.stringify({ place, env: { PROOF_SEED: String(place) }, isGreen, seconds: 1 })

it('a series continues after its green pieces, and repeats failed ones with the same draw', () => {
  const text = [BEGUN, pieceOf(0, true), pieceOf(1, false), pieceOf(2, false), pieceOf(1, true), ''].join(
    '\n',
  )
  const { times, pieces } = parseSeries(text, 'c1')!
  expect(times).toBe(3)
  expect([...pieces].map(([place, { isGreen }]) => [place, isGreen])).toEqual([
    [0, true],
    [1, true],
    [2, false],
  ])
  expect(pieces.get(2)?.env).toEqual({ PROOF_SEED: '2' })
})

it('a series proves one commit', () => {
  expect(parseSeries(BEGUN, 'c2')).toBeUndefined()
})

it('files that differ from their commit are another state of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice state '))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim()
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  git('init', '--quiet')
  write('kept.ts', '1')
  write('.gitignore', 'test-results')
  git('add', '.')
  git(...author, 'commit', '--quiet', '-m', 'kernel: count')
  const committed = readState(folder)
  expect(committed).toBe(git('rev-parse', 'HEAD'))
  write('test-results', 'left by a run')
  expect(readState(folder)).toBe(committed)

  const states = new Set([committed])
  write('kept.ts', '2')
  states.add(readState(folder))
  write('kept.ts', '3')
  states.add(readState(folder))
  write('new.ts', '1')
  states.add(readState(folder))
  write('new.ts', '2')
  states.add(readState(folder))
  rmSync(join(folder, 'kept.ts'))
  states.add(readState(folder))
  expect(states.size).toBe(6)
})

it('a piece that was made smaller does not count, whatever its seed', () => {
  const wanted = { PROOF_SEED: '7', PROOF_KILLS: '200' }
  expect(hasWantedSize({ PROOF_SEED: '501', PROOF_KILLS: '200' }, wanted)).toBe(true)
  expect(hasWantedSize({ PROOF_SEED: '501', PROOF_KILLS: '32' }, wanted)).toBe(false)
  expect(hasWantedSize({}, wanted)).toBe(false)
  expect(hasWantedSize({}, {})).toBe(true)
})

it('pieces add up, each test separately, and failed ones are counted', () => {
  const sumOf = (isGreen: boolean, ...summaries: object[]) => JSON.stringify({ isGreen, summaries })
  const worlds = { proof: 'worlds', figures: { scenarios: 500, 'first seed': 7, steps: 1_000, ways: ['a'] } }
  const text = [
    sumOf(true, worlds, { proof: 'others', figures: { scenarios: 1 } }),
    sumOf(true, worlds),
    '',
  ].join('\n')
  const lines = ['worlds: 2 pieces, 1,000 scenarios, 2,000 steps', 'others: 1 pieces, 1 scenarios']
  expect(addUp(text)).toEqual(lines)
  expect(addUp(`${text}${sumOf(false)}`)).toEqual([...lines, '1 failed'])
})
