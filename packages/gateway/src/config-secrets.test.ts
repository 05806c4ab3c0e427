import { expect, it } from 'vitest'

import { findAccess } from './config-secrets.ts'

const [ROOT, GATEWAY] = [0, 990]

it.each([
  ['only its owner', 0o600, GATEWAY, null],
  ['everybody', 0o604, ROOT, 'o='],
  ['everybody, with write access', 0o602, ROOT, 'o='],
  ['a group with write access', 0o660, ROOT, 'g-w'],
  ['a group that does not need to read', 0o640, GATEWAY, 'g='],
  ['the gateway’s group, for a file of root', 0o640, ROOT, null],
])('a secret for %s: %o of %i', (_who, mode, uid, fix) => {
  expect(findAccess({ mode: 0o100_000 | mode, uid }, GATEWAY)?.mode ?? null).toBe(fix)
})

it('root reads files that it wrote for the gateway’s group', () => {
  expect(findAccess({ mode: 0o100_640, uid: ROOT }, ROOT)).toBeNull()
})
