/** The vectors of test/vectors/, typed and with their bytes decoded where a test needs bytes. */
import type { Bytes } from '../src/bytes.ts'
import type { SuiteName } from '../src/hpke.ts'
import type { OpenFailure } from '../src/decrypt.ts'
import type { PublicEncryptionKey } from '../src/key.ts'
import type { Aead, Kem } from '../src/primitives.ts'
import type { SealedFieldName } from '../src/sealed-field.ts'
import { SUITES, type Suite } from '../src/hpke.ts'
import cardEnvelope from './vectors/card-envelope.json' with { type: 'json' }
import hpke from './vectors/hpke.json' with { type: 'json' }

export interface PositiveEnvelope {
  readonly alg: SuiteName
  readonly field: SealedFieldName
  readonly context: string
  readonly value: string
  readonly iat: number
  readonly ephemeral_private_hex: string
  readonly enc_hex: string
  readonly wire_base64: string
}

export interface NegativeEnvelope {
  readonly name: string
  readonly field: SealedFieldName
  readonly context: string
  readonly wire_base64: string
  readonly expect: OpenFailure
}

export const ENVELOPES = {
  keys: cardEnvelope.keys as Record<SuiteName, { public_jwk: PublicEncryptionKey; private_jwk: JsonWebKey }>,
  positive: cardEnvelope.positive as readonly PositiveEnvelope[],
  negative: cardEnvelope.negative as readonly NegativeEnvelope[],
  jwe: {
    ...cardEnvelope.jwe_profile,
    field: cardEnvelope.jwe_profile.field as SealedFieldName,
  },
}

/** The time at which all our own vectors were sealed. */
export const ISSUED_AT_SECONDS = 1_732_060_800

const KEMS: readonly Kem[] = [SUITES['HPKE-7'].kem, SUITES['HPKE-4'].kem]

/** The two ciphers that ship and the two rows of the RFC that do not. */
const AEADS: readonly Aead[] = [
  SUITES['HPKE-7'].aead,
  SUITES['HPKE-4'].aead,
  { id: 0x0001, name: 'AES-GCM', keyBytes: 16 },
]

const EXPORT_ONLY_ID = 0xffff

export const HPKE_VECTORS = hpke.vectors.map((vector) => ({
  ...vector,
  kem: pick(KEMS, vector.kem_id),
  // Export-only has no cipher: the name is never looked at.
  aead:
    vector.aead_id === EXPORT_ONLY_ID
      ? ({ id: EXPORT_ONLY_ID, name: 'AES-GCM', keyBytes: 0 } satisfies Aead)
      : pick(AEADS, vector.aead_id),
}))

export type HpkeVector = (typeof HPKE_VECTORS)[number]

export function suiteOf({ kem, aead }: HpkeVector): Suite {
  return { kem, aead }
}

export function fromHex(hex: string): Bytes {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function pick<Row extends { readonly id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) throw new Error(`No row with id ${id}`)
  return row
}
