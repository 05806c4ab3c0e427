import { expect, it } from 'vitest'

import { keyState } from './key-state.ts'

const key = (nbf: number, alg = 'HPKE-7') => ({ alg, nbf })
const NOW_MS = 100_000

it('uses the youngest key that is valid', () => {
  const keys = [key(50), key(90), key(110), key(95, 'ECDH-ES')]
  expect(keys.map((one) => keyState(one, keys, NOW_MS))).toEqual(['ending', 'used', 'announced', 'used'])
})

it('uses a key from its first second on', () => {
  expect(keyState(key(100), [key(100)], NOW_MS)).toBe('used')
  expect(keyState(key(101), [key(101)], NOW_MS)).toBe('announced')
})
