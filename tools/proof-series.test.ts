import { expect, it } from 'vitest'

import { parseSeries } from './proof-series.mjs'

const BEGUN = JSON.stringify({ commit: 'c1', times: 3 })
const pieceOf = (place: number, isGreen: boolean) =>
  JSON.stringify({ place, env: { PROOF_SEED: String(place) }, isGreen, seconds: 1 })

it('a series goes on after its green pieces, and repeats what failed as it was drawn', () => {
  const text = [BEGUN, pieceOf(0, true), pieceOf(1, false), pieceOf(2, false), pieceOf(1, true), ''].join(
    '\n',
  )
  const { times, pieces } = parseSeries(text, 'c1')
  expect(times).toBe(3)
  expect([...pieces].map(([place, { isGreen }]) => [place, isGreen])).toEqual([
    [0, true],
    [1, true],
    [2, false],
  ])
  expect(pieces.get(2)?.env).toEqual({ PROOF_SEED: '2' })
})

it('a series proves one commit', () => {
  expect(() => parseSeries(BEGUN, 'c2')).toThrow('begun on c1, and this is c2')
})
