import { type Bytes, concatBytes, equalBytes } from './bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import {
  DerError,
  type DerNode,
  expectTag,
  readAlgorithm,
  readDer,
  readObjectIdentifier,
  readTimeMs,
  TAGS,
} from './der.ts'
import type { EcdsaSigned } from './ecdsa.ts'

/** A detached signature of one signer, CMS `SignedData` (RFC 5652 §5) with signed attributes. */
export interface SignedData {
  readonly certificates: readonly Certificate[]
  /** The certificate that the signer names, by issuer and serial number. */
  readonly signer: Certificate
  /** The attributes, which the signer's key signed. */
  readonly signed: EcdsaSigned
  /** SHA-256 of the content, by the attributes. */
  readonly messageDigest: Bytes
  /** The signer's signing time; milliseconds since the epoch. */
  readonly signingTimeMs: number
}

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const DATA = '1.2.840.113549.1.7.1'
const SHA_256 = '2.16.840.1.101.3.4.2.1'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

/** @throws When the bytes are no such signature. {@link DerError} */
export function readSignedData(bytes: Bytes): SignedData {
  const [type, wrapped] = expectTag(readDer(bytes, 'any'), TAGS.SEQUENCE).children
  expectIdentifier(readObjectIdentifier(type), SIGNED_DATA)
  const signedData = expectTag(expectTag(wrapped, TAGS.CONTEXT_0).children[0], TAGS.SEQUENCE)
  const [version, digestAlgorithms, encapsulated, ...optional] = signedData.children
  expectVersion(version)
  for (const algorithm of expectTag(digestAlgorithms, TAGS.SET).children) {
    expectIdentifier(readAlgorithm(algorithm), SHA_256)
  }

  const [contentType, content] = expectTag(encapsulated, TAGS.SEQUENCE).children
  expectIdentifier(readObjectIdentifier(contentType), DATA)
  if (content) throw new DerError('the signature contains its own content')

  const certificates = expectTag(optional[0], TAGS.CONTEXT_0).children.map(({ raw }) => readCertificate(raw))
  const signers = expectTag(optional.at(-1), TAGS.SET).children
  if (signers.length !== 1) throw new DerError('there is not exactly one signer')
  return { certificates, ...readSigner(signers[0], certificates) }
}

function readSigner(
  node: DerNode | undefined,
  certificates: readonly Certificate[],
): Omit<SignedData, 'certificates'> {
  const [version, name, digestAlgorithm, attributes, algorithm, signature] = expectTag(
    node,
    TAGS.SEQUENCE,
  ).children
  expectVersion(version)
  const [issuer, serialNumber] = expectTag(name, TAGS.SEQUENCE).children
  const signer = certificates.find(
    (certificate) =>
      equalBytes(certificate.issuer, expectTag(issuer, TAGS.SEQUENCE).raw) &&
      equalBytes(certificate.serialNumber, expectTag(serialNumber, TAGS.INTEGER).content),
  )
  if (!signer) throw new DerError('the signer’s certificate is missing')
  expectIdentifier(readAlgorithm(digestAlgorithm), SHA_256)

  const { raw, children } = expectTag(attributes, TAGS.CONTEXT_0)
  const values = readAttributes(children)
  expectIdentifier(readObjectIdentifier(values.get(CONTENT_TYPE)), DATA)
  return {
    signer,
    signed: {
      // RFC 5652 §5.4: they are signed as the set that they are, and sent under another tag.
      bytes: concatBytes(Uint8Array.of(TAGS.SET), raw.subarray(1)),
      algorithm: readAlgorithm(algorithm),
      signature: expectTag(signature, TAGS.OCTET_STRING).content,
    },
    messageDigest: expectTag(values.get(MESSAGE_DIGEST), TAGS.OCTET_STRING).content,
    signingTimeMs: readTimeMs(values.get(SIGNING_TIME)),
  }
}

/** Attributes by identifier. RFC 5652 §11: each occurs once, and those that matter here have one value. */
function readAttributes(nodes: readonly DerNode[]): ReadonlyMap<string, DerNode> {
  const values = new Map<string, DerNode>()
  for (const node of nodes) {
    const [identifier, set] = expectTag(node, TAGS.SEQUENCE).children
    const name = readObjectIdentifier(identifier)
    const [value, ...further] = expectTag(set, TAGS.SET).children
    if (values.has(name) || !value || further.length > 0)
      throw new DerError('an attribute does not occur exactly once')
    values.set(name, value)
  }
  return values
}

/** RFC 5652 §5.1, §5.3: 1 for content of the type data and a signer who is named by issuer and serial number. */
function expectVersion(node: DerNode | undefined): void {
  const { content } = expectTag(node, TAGS.INTEGER)
  if (content.length !== 1 || content[0] !== 1) throw new DerError('a version is not 1')
}

function expectIdentifier(identifier: string, wanted: string): void {
  if (identifier !== wanted) throw new DerError('an object identifier is not the expected one')
}
