import { expect, it, vi } from 'vitest'

import { createSystemRandom, systemClock } from '../system.ts'
import { createPasswordHashes } from './password-hash.ts'

const CHEAP = { costLog2: 4, blockSize: 1, parallelization: 1 }
const random = createSystemRandom(systemClock)
const hashes = createPasswordHashes(random, CHEAP)
const NOW = { hasPriority: false, signal: null }

it('contains algorithm, cost, salt and hash, and never the password', async () => {
  const hash = await hashes.hash('plenty of hens 7', NOW)
  expect(hash).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hashes.hash('plenty of hens 7', NOW)).not.toBe(hash)
})

it('verifies what it hashed, and hashes of another cost', async () => {
  const hash = await hashes.hash('plenty of hens 7', NOW)
  const dearer = createPasswordHashes(random, { ...CHEAP, costLog2: 5 })
  expect(await dearer.verify('plenty of hens 7', hash, NOW)).toBe(true)
  expect(await dearer.verify('plenty of hens 8', hash, NOW)).toBe(false)
  expect([dearer.isOutdated(hash), hashes.isOutdated(hash)]).toEqual([true, false])
})

it('verifies nothing without a hash', async () => {
  expect(await hashes.verify('', null, NOW)).toBe(false)
})

it('treats all spellings of the same characters as one', async () => {
  expect(
    await hashes.verify(
      'Ärger mit Hühnern 7',
      await hashes.hash('Ärger mit Hühnern 7'.normalize('NFD'), NOW),
      NOW,
    ),
  ).toBe(true)
})

it('neither normalizes nor hashes a text that is longer than any password', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const text = 'a' + '\u0301\u0316\u0327'.repeat(20_000)
  const hash = await hashes.hash('plenty of hens 7', NOW)
  normalize.mockClear()
  expect(await hashes.verify(text, hash, NOW)).toBe(false)
  await expect(hashes.hash(text, NOW)).rejects.toThrow('at most 400 code units (got 60001)')
  expect(normalize).not.toHaveBeenCalled()
})

it('agrees with RFC 7914 §12', async () => {
  const hash = '$scrypt$ln=10,r=8,p=16$TmFDbA$/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWI'
  expect(await hashes.verify('password', hash, NOW)).toBe(true)
})

it('rejects a stored text of another form', async () => {
  await expect(hashes.verify('x', '$argon2id$v=19$m=1$AA$AA', NOW)).rejects.toThrow('unknown format')
})

it('queues sixteen requests, and sixteen more with priority', async () => {
  const queued = createPasswordHashes(random, CHEAP)
  const all = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => queued.verify('x', null, NOW)),
    queued.verify('x', null, { hasPriority: true, signal: null }),
  ])
  const refused = all.flatMap((result, at) => (result.status === 'rejected' ? [at] : []))
  expect(refused).toEqual([17, 18, 19])
})
