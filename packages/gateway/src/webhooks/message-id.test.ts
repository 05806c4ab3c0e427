import { describe, expect, it } from 'vitest'

import type { Random } from '@sluice/platform/kernel/random'

import { makeMessageId } from './message-id.ts'

describe('webhooks: message ids', () => {
  it('discard biased bytes and request more', () => {
    const answers = [new Uint8Array(27).fill(255), new Uint8Array(27).fill(248), new Uint8Array(27).fill(61)]
    let asked = 0
    const random: Random = { bytes: () => answers[asked++] ?? new Uint8Array(27), uuid: () => '' }
    expect(makeMessageId(random)).toBe(`msg_${'z'.repeat(27)}`)
    expect(asked).toBe(3)
  })

  it('have 27 characters, however many bytes were discarded', () => {
    const answers = [new Uint8Array(27).fill(255).fill(0, 1), new Uint8Array(27).fill(1)]
    const random: Random = { bytes: () => answers.shift() ?? new Uint8Array(27), uuid: () => '' }
    expect(makeMessageId(random)).toBe(`msg_${'0'.repeat(26)}1`)
  })
})
