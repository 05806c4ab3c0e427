import { describe, expect, it } from 'vitest'
import { isGatewayError } from '../errors/is-gateway-error.ts'
import { requireNode } from './load-gateway.ts'

describe('requireNode', () => {
  it.each(['20.20.2', '18.0.0', '22.17.9'])('refuses %s with an error that says what to do', (version) => {
    const refusal = (() => {
      try {
        requireNode(version)
        return undefined
      } catch (error) {
        return error
      }
    })()
    expect(isGatewayError(refusal) && refusal.code).toBe('configuration_invalid')
    expect(String(refusal)).toMatch(/must be 22\.18 or newer.*this is \d/)
  })

  it.each(['22.18.0', '23.0.0', '24.21.0'])('accepts %s', (version) => {
    expect(() => requireNode(version)).not.toThrow()
  })
})
