import { describe, expect, it } from 'vitest'

import { cardFrameAddress, readCardFramePath, readFragment, threeDsFrameAddress } from './frame-address.ts'

const PARAMETERS = { nonce: 'abc', locale: 'ro-RO', scheme: 'dark', sessionId: 'se_-1' } as const

describe('frame addresses', () => {
  it('carry nothing of a session where a server would see it', () => {
    const address = new URL(cardFrameAddress('https://gateway.example/base', 'ck_test_1', PARAMETERS))
    expect(address.href.replace(address.hash, '')).toBe(
      'https://gateway.example/base/embedded-fields/card-frame/ck_test_1',
    )
    expect(readCardFramePath(address)).toEqual({
      baseUrl: 'https://gateway.example/base',
      clientKey: 'ck_test_1',
    })
    expect(readFragment(address.hash)).toEqual(PARAMETERS)
  })

  it('of the 3DS frame have no session at all', () => {
    const address = new URL(threeDsFrameAddress('https://gateway.example', { ...PARAMETERS }))
    expect(address.pathname).toBe('/three-ds/frame')
  })

  it('fall back to English and light', () => {
    expect(readFragment('#locale=xx&scheme=pink')).toEqual({
      nonce: '',
      sessionId: '',
      locale: 'en-US',
      scheme: 'light',
    })
  })
})
