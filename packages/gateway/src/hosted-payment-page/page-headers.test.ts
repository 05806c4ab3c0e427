import { expect, it } from 'vitest'

import { ownHeaders, pagePolicy } from './page-headers.ts'

const METHODS = 'https://methods.example'

it('windows of the page may message it only if one has to', () => {
  const opener = (hasPopups: boolean) => ownHeaders(hasPopups, METHODS)['cross-origin-opener-policy']
  expect([opener(false), opener(true)]).toEqual(['same-origin', 'same-origin-allow-popups'])
})

it('the policy allows scripts by nonce, but not by address', () => {
  const policy = pagePolicy('bm9uY2U=', METHODS)
  expect(policy['script-src']).toBe("'nonce-bm9uY2U=' 'strict-dynamic'")
  const { 'frame-src': frames, ...others } = policy
  expect(frames).toBe(METHODS)
  expect(Object.values(others).join(' ')).not.toMatch(/https?:|\*|unsafe/)
})
