import * as z from 'zod'

const shared = {
  use: z.literal('enc'),
  kid: z.string().meta({ description: 'RFC 7638 SHA-256 thumbprint.' }),
  nbf: z.int().meta({ description: 'Seconds since the epoch; senders use the key from here on.' }),
  exp: z.int().meta({ description: 'Seconds since the epoch; senders stop using the key here.' }),
}

const p256Key = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  alg: z.enum(['HPKE-7', 'ECDH-ES']),
  ...shared,
})

const x25519Key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('X25519'),
  x: z.string(),
  alg: z.literal('HPKE-4'),
  ...shared,
})

/** A public key that card fields are sealed for. Senders skip keys whose `alg` they do not know. */
export const encryptionKey = z.discriminatedUnion('kty', [p256Key, x25519Key]).meta({
  id: 'EncryptionKey',
  clause: 'card-encryption#key-distribution',
  description: 'A public key for sealing card fields. Senders skip keys with an unknown `alg`.',
})

/** Senders use the first valid key that they support. */
export const encryptionKeySet = z.object({ keys: z.array(encryptionKey) }).meta({
  id: 'EncryptionKeySet',
  clause: 'card-encryption#key-distribution',
  description: 'The merchant’s public keys. Use the first valid key that you implement.',
})
