import { expect, it } from 'vitest'

import { whySuperseded } from './superseded-file.ts'

const version = (digest: string, revision: number | null = null) => ({ digest, revision })

it('allows changes by the first file, the same file and a new file', () => {
  expect(whySuperseded(version('a'), null, false)).toBeNull()
  expect(whySuperseded(version('a'), version('a'), true)).toBeNull()
  expect(whySuperseded(version('b'), version('a'), false)).toBeNull()
  expect(whySuperseded(version('b', 3), version('a', 2), true)).toBeNull()
})

it('refuses a file that was applied earlier another one, if the files have no revisions', () => {
  expect(whySuperseded(version('a'), version('b'), true)).toContain('applied earlier')
  expect(whySuperseded(version('a', 1), version('b'), true)).toContain('applied earlier')
})

it('refuses a smaller revision, and another file with the same revision', () => {
  expect(whySuperseded(version('a', 1), version('b', 2), false)).toBe(
    'its revision is 1, but revision 2 was applied last',
  )
  expect(whySuperseded(version('a', 2), version('b', 2), false)).toContain('the same revision 2')
})
