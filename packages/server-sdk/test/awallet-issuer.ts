/**
 * Makes wallet tokens (EC_v1) under a root of its own, right ones and ones that are wrong in one place. Written with
 * `node:crypto` and its own DER, so that what reads them is not tested against itself.
 */
import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { writeDer } from './rewrite-der.ts'

const HOUR_MS = 3_600_000

const der = writeDer
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const octets = (bytes: Uint8Array) => der(0x04, bytes)
const bits = (bytes: Uint8Array) => der(0x03, Buffer.concat([Buffer.from([0]), bytes]))
const TRUE = der(0x01, Buffer.from([0xff]))
const FALSE = der(0x01, Buffer.from([0]))

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const base128 = (value: number): number[] => {
    const digits = [value & 0x7f]
    for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  }
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

const name = (text: string) => sequence(set(sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))))
const utcTime = (timeMs: number) =>
  der(
    0x17,
    Buffer.from(
      `${new Date(timeMs)
        .toISOString()
        .replace(/[-:T]|\..*/g, '')
        .slice(2)}Z`,
    ),
  )

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'))
const DATA = oid('1.2.840.113549.1.7.1')

const extension = (id: string, value: Uint8Array, isCritical = false) =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), octets(value))

/** Extensions that state the permitted uses of a certificate. */
export const EXTENSIONS = {
  authority: extension('2.5.29.19', sequence(TRUE), true),
  notAnAuthority: extension('2.5.29.19', sequence(), true),
  saysNoAuthority: extension('2.5.29.19', sequence(FALSE), true),
  mayCertify: extension('2.5.29.15', der(0x03, Buffer.from([1, 0x06])), true),
  maySign: extension('2.5.29.15', der(0x03, Buffer.from([7, 0x80])), true),
  leaf: extension('1.2.840.113635.100.6.29', der(0x05)),
  intermediate: extension('1.2.840.113635.100.6.2.14', der(0x05)),
  unknownCritical: extension('1.2.3.4', der(0x05), true),
} as const

interface Identity {
  readonly subject: string
  readonly certificate: Buffer
  readonly privateKey: KeyObject
}

export interface CertificateChanges {
  readonly extensions?: readonly Buffer[]
  readonly notBeforeMs?: number
  readonly notAfterMs?: number
  readonly serial?: number
  readonly namedCurve?: string
}

interface CertificateRequest extends Required<CertificateChanges> {
  readonly subject: string
  readonly issuer: Identity | null
}

function certify(request: CertificateRequest): Identity {
  const { subject, namedCurve, issuer, serial } = request
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve })
  const tbs = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    ECDSA_SHA256,
    name(issuer?.subject ?? subject),
    sequence(utcTime(request.notBeforeMs), utcTime(request.notAfterMs)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...request.extensions)),
  )
  const signature = sign('sha256', tbs, issuer?.privateKey ?? privateKey)
  return { subject, privateKey, certificate: sequence(tbs, ECDSA_SHA256, bits(signature)) }
}

/** The differences between a token and a valid one. */
export interface TokenChanges {
  /** Members of the encrypted content, or all of it as text. */
  readonly content?: Readonly<Record<string, unknown>> | string | undefined
  readonly signingTimeMs?: number
  readonly applicationData?: string
  readonly leaf?: CertificateChanges
  readonly intermediate?: CertificateChanges
  /** Takes the attributes as they would be signed. */
  readonly attributes?: (attributes: readonly Buffer[]) => readonly Buffer[]
  /** Takes the certificates as they would be sent: leaf, intermediate. */
  readonly certificates?: (certificates: readonly Buffer[]) => readonly Buffer[]
  /** Put where a signature that is not detached has its content. */
  readonly carried?: Buffer
  readonly signers?: number
  /** Written as wallets do, with indefinite lengths. */
  readonly indefinite?: boolean
}

export interface Merchant {
  readonly merchantIdentifier: string
  readonly privateKey: string
  readonly publicKey: KeyObject
}

export function makeMerchant(merchantIdentifier = 'merchant.example.harbour'): Merchant {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    merchantIdentifier,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey,
  }
}

/** The content of a right token: 18.50 EUR with a Visa number. */
export const CONTENT = {
  applicationPrimaryAccountNumber: '4111111111111111',
  applicationExpirationDate: '341231',
  currencyCode: '978',
  transactionAmount: 1850,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: Buffer.alloc(20, 7).toString('base64'), eciIndicator: '7' },
}

/** @param nowMs - when tokens are signed, unless they say otherwise. */
export function createAWalletIssuer(nowMs: number) {
  const validity = { notBeforeMs: nowMs - HOUR_MS, notAfterMs: nowMs + HOUR_MS }
  const root = certify({
    ...validity,
    subject: 'Root',
    namedCurve: 'P-384',
    issuer: null,
    serial: 1,
    extensions: [EXTENSIONS.authority, EXTENSIONS.mayCertify],
  })

  function issue(merchant: Pick<Merchant, 'merchantIdentifier' | 'publicKey'>, changes: TokenChanges = {}) {
    const intermediate = certify({
      ...validity,
      subject: 'Intermediate',
      namedCurve: 'P-256',
      issuer: root,
      serial: 2,
      extensions: [EXTENSIONS.authority, EXTENSIONS.mayCertify, EXTENSIONS.intermediate],
      ...changes.intermediate,
    })
    const leaf = certify({
      ...validity,
      subject: 'Leaf',
      namedCurve: 'P-256',
      issuer: intermediate,
      serial: 3,
      extensions: [EXTENSIONS.notAnAuthority, EXTENSIONS.maySign, EXTENSIONS.leaf],
      ...changes.leaf,
    })

    const sealed = encrypt(merchant, changes.content)
    const transactionId = createHash('sha256').update(sealed.data).digest()
    const applicationData = Buffer.from(changes.applicationData ?? '', 'hex')
    const content = Buffer.concat([sealed.ephemeralPublicKey, sealed.data, transactionId, applicationData])
    const plain = [
      sequence(oid('1.2.840.113549.1.9.3'), set(DATA)),
      sequence(oid('1.2.840.113549.1.9.5'), set(utcTime(changes.signingTimeMs ?? nowMs))),
      sequence(oid('1.2.840.113549.1.9.4'), set(octets(createHash('sha256').update(content).digest()))),
    ]
    const attributes = changes.attributes?.(plain) ?? plain
    const signer = sequence(
      integer(1),
      sequence(name('Intermediate'), integer(3)),
      SHA256,
      der(0xa0, ...attributes),
      ECDSA_SHA256,
      octets(sign('sha256', set(...attributes), leaf.privateKey)),
    )
    const certificates = [leaf.certificate, intermediate.certificate]
    const wrap = changes.indefinite === true ? indefinite : der
    const signature = wrap(
      0x30,
      oid('1.2.840.113549.1.7.2'),
      wrap(
        0xa0,
        wrap(
          0x30,
          integer(1),
          set(SHA256),
          wrap(0x30, DATA, ...(changes.carried ? [der(0xa0, octets(changes.carried))] : [])),
          wrap(0xa0, ...(changes.certificates?.(certificates) ?? certificates)),
          set(...Array.from({ length: changes.signers ?? 1 }, () => signer)),
        ),
      ),
    )
    return {
      version: 'EC_v1',
      data: sealed.data.toString('base64'),
      signature: signature.toString('base64'),
      header: {
        ephemeralPublicKey: sealed.ephemeralPublicKey.toString('base64'),
        publicKeyHash: createHash('sha256').update(spkiOf(merchant.publicKey)).digest('base64'),
        transactionId: transactionId.toString('hex'),
        ...(changes.applicationData !== undefined && { applicationData: changes.applicationData }),
      },
    }
  }

  return { rootPem: toPem(root.certificate), issue }
}

function encrypt(
  { merchantIdentifier, publicKey }: Pick<Merchant, 'merchantIdentifier' | 'publicKey'>,
  content: TokenChanges['content'],
): { data: Buffer; ephemeralPublicKey: Buffer } {
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(diffieHellman({ privateKey: ephemeral.privateKey, publicKey }))
    .update('\rid-aes256-GCM')
    .update('Apple')
    .update(createHash('sha256').update(merchantIdentifier).digest())
    .digest()
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(16))
  const text = typeof content === 'string' ? content : JSON.stringify({ ...CONTENT, ...content })
  return {
    data: Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]),
    ephemeralPublicKey: spkiOf(ephemeral.publicKey),
  }
}

function indefinite(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])])
}

function spkiOf(key: KeyObject): Buffer {
  return createPublicKey(key.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' })
}

function toPem(certificate: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
}
