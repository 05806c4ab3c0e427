import { afterEach, describe, expect, it, vi } from 'vitest'
import { SUITES } from './hpke.ts'
import { canSealNatively } from './native.ts'
import { generateKeyPair } from './private-key.ts'
import { sealField } from './seal-field.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('sealing with WebCrypto', () => {
  it('is possible for P-256 with AES-GCM, where the platform has WebCrypto', () => {
    const { kem, aead } = SUITES['HPKE-7']
    const other = SUITES['HPKE-4']
    expect(canSealNatively({ kem, aead })).toBe(true)
    expect(canSealNatively({ kem: other.kem, aead })).toBe(false)
    expect(canSealNatively({ kem, aead: other.aead })).toBe(false)
    for (const platform of [{}, undefined]) {
      vi.stubGlobal('crypto', platform)
      expect(canSealNatively({ kem, aead })).toBe(false)
    }
  })

  it('is used where it is possible, with keys that a script cannot export', async () => {
    const generated = vi.spyOn(crypto.subtle, 'generateKey')
    const imported = vi.spyOn(crypto.subtle, 'importKey')
    const { publicJwk } = generateKeyPair('HPKE-7')
    await sealField({ key: publicJwk, field: 'encrypted_cvv', value: '123', issuedAtSeconds: 0 })
    expect(generated).toHaveBeenCalledTimes(1)
    expect(imported).toHaveBeenCalled()
    expect(generated.mock.calls.map(([, isExtractable]) => isExtractable)).toEqual([false])
    expect(imported.mock.calls.filter(([, , , isExtractable]) => isExtractable)).toEqual([])
  })
})
