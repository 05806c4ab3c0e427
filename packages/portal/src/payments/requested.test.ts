import type { Timeline } from '@sluice/types'
import { expect, it } from 'vitest'

import { requestedIn } from './requested.ts'

const timeline = (...entries: readonly (readonly [kind: string, detail: object])[]) =>
  ({ data: entries.map(([kind, detail]) => ({ kind, detail })), truncated: false }) as unknown as Timeline

it('shows the requested challenge of a payment, and whether its exemption was applied', () => {
  const asked = ['ATTEMPT', { challenge_preference: 'NO_CHALLENGE', exemption: 'LOW_VALUE' }] as const
  expect(requestedIn(timeline(asked, ['PROVIDER', { exemption_applied: 'LOW_VALUE' }]))).toEqual({
    challenge: 'No challenge',
    exemption: 'Low value, applied',
  })
  expect(requestedIn(timeline(asked, ['PROVIDER', {}]))).toMatchObject({
    exemption: 'Low value, not applied',
  })
})

it('shows the requests of the last attempt, and nothing without a request', () => {
  const first = ['ATTEMPT', { exemption: 'LOW_VALUE' }] as const
  expect(requestedIn(timeline(first, ['ATTEMPT', {}]))).toEqual({ challenge: null, exemption: null })
})
