import { createPublicKey, type KeyObject } from 'node:crypto'

import { type BaseBlock, BitString, Integer, Null, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'

import { exportPublicKey } from '@sluice/shared/p256'

/** The object identifiers of X.509, and those that distinguish the wallet's certificates. */
const OIDS = {
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  signsTokens: '1.2.840.113635.100.6.29',
  signsSigners: '1.2.840.113635.100.6.2.14',
  merchantIdHash: '1.2.840.113635.100.6.32',
} as const

// The certificates of a simulator last longer than any project.
const NOT_BEFORE = new Date(Date.UTC(2020, 0, 1))
const NOT_AFTER = new Date(Date.UTC(2049, 0, 1))

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** The wallet's markers: an extension whose presence says what the key may be used for. */
export const MARKS = {
  leaf: () => [mark(OIDS.signsTokens, new Null())],
  intermediate: () => [mark(OIDS.signsSigners, new Null()), ...certificateAuthority()],
  root: () => certificateAuthority(),
  /** @param hash - SHA-256 of the merchant identifier, hexadecimal. */
  merchant: (hash: string) => [mark(OIDS.merchantIdHash, new Utf8String({ value: hash }))],
} as const

/** Issues a certificate. */
export async function issueCertificate(options: {
  readonly subject: string
  readonly key: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly serialNumber: number
  readonly extensions: readonly Extension[]
}): Promise<Certificate> {
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: options.serialNumber })
  certificate.issuer.typesAndValues.push(commonName(options.issuer))
  certificate.subject.typesAndValues.push(commonName(options.subject))
  certificate.notBefore.value = NOT_BEFORE
  certificate.notAfter.value = NOT_AFTER
  certificate.extensions = [...options.extensions]
  await certificate.subjectPublicKeyInfo.importKey(await toVerifyingCryptoKey(options.key))
  await certificate.sign(await toSigningCryptoKey(options.issuerKey), 'SHA-256')
  return certificate
}

export function toPem(certificate: Certificate): string {
  const text = Buffer.from(certificate.toSchema(true).toBER()).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}

export function toSigningCryptoKey(key: KeyObject): Promise<CryptoKey> {
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  return crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign'])
}

function toVerifyingCryptoKey(key: KeyObject): Promise<CryptoKey> {
  return crypto.subtle.importKey('spki', toBuffer(exportPublicKey(createPublicKey(key))), ALGORITHM, true, [
    'verify',
  ])
}

function commonName(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: OIDS.commonName, value: new Utf8String({ value }) })
}

function mark(extnID: string, value: BaseBlock): Extension {
  return new Extension({ extnID, critical: false, extnValue: value.toBER() })
}

/** The bit keyCertSign, the sixth one, without the two bits after it (RFC 5280 §4.2.1.3). */
const KEY_CERT_SIGN = { valueHex: Uint8Array.of(0b0000_0100).buffer, unusedBits: 2 }

function certificateAuthority(): Extension[] {
  const values = {
    [OIDS.basicConstraints]: new BasicConstraints({ cA: true }).toSchema(),
    [OIDS.keyUsage]: new BitString(KEY_CERT_SIGN),
  }
  return Object.entries(values).map(
    ([extnID, value]) => new Extension({ extnID, critical: true, extnValue: value.toBER() }),
  )
}

/** Copies the bytes, because a buffer often shares its memory with others. */
export function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
