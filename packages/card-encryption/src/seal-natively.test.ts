import { describe, expect, it } from 'vitest'
import { openField } from './open-field.ts'
import { generateKeyPair, importPrivateKey } from './private-key.ts'
import { sealNatively } from './seal-natively.ts'

const NOW_SECONDS = 1_800_000_000
const { publicJwk, privateJwk } = generateKeyPair('HPKE-7')
const KEY = importPrivateKey(privateJwk)
const VALUES = { encrypted_card_number: '4242424242424242', encrypted_cvv: '123' }

function sealWith(...keys: (typeof publicJwk)[]) {
  return sealNatively(VALUES, { keys, context: 'session', issuedAtSeconds: NOW_SECONDS })
}

describe('card-encryption: sealNatively', () => {
  it('seals what the gateway opens, each under its own name', async () => {
    const sealed = await sealWith(publicJwk)
    expect(Object.keys(sealed ?? {})).toEqual(Object.keys(VALUES))
    for (const [field, value] of Object.entries(VALUES) as [keyof typeof VALUES, string][]) {
      const options = { wire: sealed?.[field] ?? '', context: 'session', keys: new Map([[KEY.kid, KEY]]) }
      const opened = openField({ ...options, field, nowSeconds: NOW_SECONDS })
      expect(opened).toMatchObject({ ok: true, value, issuedAtSeconds: NOW_SECONDS })
      expect(openField({ ...options, field: 'encrypted_expiration_year', nowSeconds: NOW_SECONDS }).ok).toBe(
        false,
      )
    }
    expect(sealed?.encrypted_card_number).toHaveLength(248)
  })

  it('takes the first key that is valid now', async () => {
    const sealed = await sealWith(
      { ...publicJwk, kid: 'x'.repeat(43), exp: NOW_SECONDS },
      { ...publicJwk, kid: 'x'.repeat(43), nbf: NOW_SECONDS + 1 },
      { ...publicJwk, nbf: NOW_SECONDS, exp: NOW_SECONDS + 1 },
    )
    const [, ...keyId] = Buffer.from(sealed?.encrypted_cvv ?? '', 'base64').subarray(0, 33)
    expect(Buffer.from(keyId).toString('base64url')).toBe(publicJwk.kid)
  })

  it.each([
    ['none is valid any more', { exp: NOW_SECONDS }],
    ['none is of the suite that browsers have', { alg: 'HPKE-4' as never }],
    ['the key is no point of the curve', { y: publicJwk.x }],
    ['the key is no text of bytes', { x: '?' }],
  ])('seals nothing when %s', async (_case, wrong) => {
    await expect(sealWith({ ...publicJwk, ...wrong })).resolves.toBeNull()
  })
})
