import { describe, expect, it } from 'vitest'
import vectors from '../../test/vectors/awallet.json' with { type: 'json' }
import { deriveAWalletKey, openAWalletData } from './a-wallet-cipher.ts'

const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'))
const fromHex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('network-token: the cipher of wallet tokens', () => {
  it('derives the key of a token that a wallet really sent', async () => {
    const [{ sharedSecretBase64 = '', merchantIdHashHex = '', symmetricKeyBase64 } = {}] = vectors.tokens
    const key = await deriveAWalletKey(fromBase64(sharedSecretBase64), fromHex(merchantIdHashHex))
    expect(toBase64(key)).toBe(symmetricKeyBase64)
  })

  it('derives a key and opens what was encrypted with it', async () => {
    const { sharedSecretHex, kdfInfoBase64, symmetricKeyBase64, ciphertextBase64, plaintextText } =
      vectors.keyDerivation
    // The information ends in the merchant's hash.
    const hash = fromBase64(kdfInfoBase64).slice(-32)
    const key = await deriveAWalletKey(fromHex(sharedSecretHex), hash)
    expect(toBase64(key)).toBe(symmetricKeyBase64)
    const plaintext = await openAWalletData(key, fromBase64(ciphertextBase64))
    expect(Buffer.from(plaintext).toString()).toBe(plaintextText)
  })
})
