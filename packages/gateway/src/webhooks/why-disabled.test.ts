import { WEBHOOK_DISABLED_REASONS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { whyDisabled } from './why-disabled.ts'

it('every reason for disabling a subscription has its own message', () => {
  const sentences = WEBHOOK_DISABLED_REASONS.map(whyDisabled)
  expect(new Set(sentences).size).toBe(WEBHOOK_DISABLED_REASONS.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^\S+ .+/)
})

it('a subscription without a reason was disabled by the configuration file', () => {
  expect(whyDisabled(null)).toBe('the configuration file says so')
})
