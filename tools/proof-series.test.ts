import { expect, it } from 'vitest'

import { addUp, parseSeries } from './proof-series.mjs'

const BEGUN = JSON.stringify({ commit: 'c1', times: 3 })
const pieceOf = (place: number, isGreen: boolean) =>
  JSON.stringify({ place, env: { PROOF_SEED: String(place) }, isGreen, seconds: 1 })

it('a series goes on after its green pieces, and repeats what failed as it was drawn', () => {
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

it('pieces add up, each test by itself, and those that failed are counted', () => {
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
