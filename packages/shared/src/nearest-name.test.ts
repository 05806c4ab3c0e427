import { expect, it } from 'vitest'
import { didYouMean, nearestName } from './nearest-name.ts'

const OPTIONS = ['baseUrl', 'authUrl', 'timeoutMs', 'now', 'fetch']

it.each([
  ['base_url', 'baseUrl'],
  ['BASEURL', 'baseUrl'],
  ['bseUrl', 'baseUrl'],
  ['timeout', 'timeoutMs'],
  ['fech', 'fetch'],
  ['no', undefined],
  ['environment', undefined],
  ['', undefined],
  ['baseUrl'.repeat(1_000), undefined],
])('%s', (given, meant) => expect(nearestName(given, OPTIONS)).toBe(meant))

it('suggests the most similar name, and nothing if no name is similar', () => {
  expect(didYouMean('fech', OPTIONS)).toBe(' Did you mean fetch?')
  expect(didYouMean('environment', OPTIONS)).toBe('')
})
