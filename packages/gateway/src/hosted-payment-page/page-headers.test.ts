import { expect, it } from 'vitest'

import { ownHeaders, pagePolicy } from './page-headers.ts'

it('windows of the page may answer it only where one has to', () => {
  const opener = (hasPopups: boolean) => ownHeaders(hasPopups)['cross-origin-opener-policy']
  expect([opener(false), opener(true)]).toEqual(['same-origin', 'same-origin-allow-popups'])
})

it('the policy lets run what has the nonce, and nothing by its address', () => {
  const policy = pagePolicy('bm9uY2U=')
  expect(policy['script-src']).toBe("'nonce-bm9uY2U=' 'strict-dynamic'")
  expect(Object.values(policy).join(' ')).not.toMatch(/https?:|\*|unsafe/)
})
