import { createHash, type KeyObject } from 'node:crypto'

import { ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import {
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

import { toBuffer, toSigningCryptoKey } from './certificates.ts'

const SIGNED_ATTRIBUTES = 0

/** Signs content without including it (CMS, RFC 5652), with the certificates of the signer and its issuer. */
export async function signDetached(
  content: Uint8Array,
  options: {
    readonly key: KeyObject
    /** The certificates, the signer's first. */
    readonly certificates: readonly [Certificate, ...Certificate[]]
    readonly signedAtMs: number
  },
): Promise<Buffer> {
  const { key, certificates, signedAtMs } = options
  const [signer] = certificates
  const digest = createHash('sha256').update(content).digest()
  // Sorted as DER requires (X.690 §11.6): the shorter first.
  const attributes = [
    new Attribute({
      type: CONTENT_TYPE,
      values: [new ObjectIdentifier({ value: ContentInfo.DATA })],
    }),
    new Attribute({ type: SIGNING_TIME, values: [new UTCTime({ valueDate: new Date(signedAtMs) })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [new OctetString({ valueHex: toBuffer(digest) })] }),
  ]
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates: [...certificates],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: SIGNED_ATTRIBUTES, attributes }),
      }),
    ],
  })
  await signed.sign(await toSigningCryptoKey(key), 0, 'SHA-256', toBuffer(content))
  const info = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(info.toSchema().toBER())
}

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
