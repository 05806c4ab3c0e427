import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'

import { Secret } from './secret.ts'

describe('a secret', () => {
  const secret = new Secret('4242424242424242')

  it('is revealed only by an explicit call', () => {
    expect(secret.reveal()).toBe('4242424242424242')
  })

  it.each([
    ['a template', `${secret}`],
    ['JSON', JSON.stringify({ pan: secret })],
    ['inspect', inspect({ pan: secret }, { showHidden: true, depth: 5 })],
    ['an error message', new Error(String(secret)).message],
    ['its own keys', JSON.stringify(Object.entries(secret))],
  ])('does not show in %s', (_, text) => {
    expect(text).not.toContain('4242')
  })
})
