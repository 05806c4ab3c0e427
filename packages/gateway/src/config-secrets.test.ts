import { expect, it } from 'vitest'

import { findAccess } from './config-secrets.ts'

const [ROOT, GATEWAY] = [0, 990]

it.each([
  ['its owner alone', 0o600, GATEWAY, null],
  ['everybody', 0o604, ROOT, 'o='],
  ['everybody, to write', 0o602, ROOT, 'o='],
  ['a group that may write', 0o660, ROOT, 'g-w'],
  ['a group that needs not read', 0o640, GATEWAY, 'g='],
  ['the group of the gateway, of a file of root', 0o640, ROOT, null],
])('a secret for %s: %o of %i', (_who, mode, uid, fix) => {
  expect(findAccess({ mode: 0o100_000 | mode, uid }, GATEWAY)?.mode ?? null).toBe(fix)
})

it('root reads what it wrote for the group of the gateway', () => {
  expect(findAccess({ mode: 0o100_640, uid: ROOT }, ROOT)).toBeNull()
})
