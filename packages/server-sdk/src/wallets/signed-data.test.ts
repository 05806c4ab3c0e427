import { describe, expect, it } from 'vitest'
import { createAWalletIssuer, makeMerchant, type TokenChanges } from '../../test/awallet-issuer.ts'
import { rewriteDer, writeDer } from '../../test/rewrite-der.ts'
import { readCertificate } from './certificate.ts'
import { DerError, type DerNode, readDer } from './der.ts'
import { readSignedData } from './signed-data.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 9)
const issuer = createAWalletIssuer(NOW_MS)
const merchant = makeMerchant()

const sign = (changes: TokenChanges = {}) =>
  Uint8Array.from(Buffer.from(issuer.issue(merchant, changes).signature, 'base64'))

const children = ({ children }: DerNode, at: number): DerNode => {
  const child = children.at(at)
  if (!child) throw new Error(`no child ${at}`)
  return child
}

const signature = sign()
const tree = readDer(signature)
const signedData = children(children(tree, 1), 0)
const signer = children(children(signedData, -1), 0)

/** The signature with other bytes in the place of a value. */
const withValue = (node: DerNode, bytes: Uint8Array) =>
  Uint8Array.from(rewriteDer(tree, new Map([[node, bytes]])))
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

const OTHER_IDENTIFIER = hex('06032a0304')
const OTHER_ALGORITHM = writeDer(0x30, OTHER_IDENTIFIER)

describe('a signature of a device wallet', () => {
  it('names its signer among its certificates by issuer and number, in any order', () => {
    let others: readonly Buffer[] = []
    sign({ leaf: { serial: 5 }, certificates: (own) => (others = own) })
    const certificates: TokenChanges['certificates'] = ([leaf, intermediate]) =>
      [...others, intermediate, leaf].filter((one) => one !== undefined)
    const read = readSignedData(sign({ certificates }))
    expect(read.certificates).toHaveLength(4)
    expect(read.signer.serialNumber).toEqual(Uint8Array.of(3))
    expect(read.signer).toBe(read.certificates[3])
    expect(read.signingTimeMs).toBe(NOW_MS)
  })

  it('may have a revocation list, which is skipped', () => {
    const [certificates, signers] = [children(signedData, 3), children(signedData, 4)]
    const bytes = Buffer.concat([writeDer(0xa1), signers.raw])
    expect(readSignedData(withValue(signers, bytes)).certificates).toHaveLength(certificates.children.length)
  })

  it.each<[string, DerNode, Uint8Array]>([
    ['an object identifier is not the expected one', children(tree, 0), OTHER_IDENTIFIER],
    ['a version is not 1', children(signedData, 0), hex('020103')],
    ['a version is not 1', children(signedData, 0), hex('02020101')],
    ['a version is not 1', children(signedData, 0), hex('0200')],
    ['an object identifier is not the expected one', children(children(signedData, 1), 0), OTHER_ALGORITHM],
    ['an object identifier is not the expected one', children(children(signedData, 2), 0), OTHER_IDENTIFIER],
    ['a version is not 1', children(signer, 0), hex('020103')],
    ['an object identifier is not the expected one', children(signer, 2), OTHER_ALGORITHM],
    ['tag 0x30 was found where tag 0xa0 was expected', children(signedData, 3), writeDer(0x30)],
    [
      'nothing was found where tag 0x02 was expected',
      children(signedData, 4),
      writeDer(0x31, writeDer(0x30)),
    ],
  ])('is refused as "%s"', (message, node, bytes) => {
    expect(() => readSignedData(withValue(node, bytes))).toThrow(new DerError(message))
  })

  it.each<[string, TokenChanges]>([
    ['the signature contains its own content', { carried: Buffer.from('content') }],
    ['there is not exactly one signer', { signers: 0 }],
    ['there is not exactly one signer', { signers: 2 }],
    ['the signer’s certificate is missing', { leaf: { serial: 4 } }],
    ['an attribute does not occur exactly once', { attributes: (plain) => [...plain, ...plain] }],
    [
      'an attribute does not occur exactly once',
      { attributes: ([first, ...rest]) => [withSet(first, writeDer(0x31)), ...rest] },
    ],
    [
      'an attribute does not occur exactly once',
      {
        attributes: ([first, ...rest]) => [withSet(first, writeDer(0x31, hex('0500'), hex('0500'))), ...rest],
      },
    ],
    [
      'an object identifier is not the expected one',
      { attributes: ([first, ...rest]) => [withSet(first, writeDer(0x31, OTHER_IDENTIFIER)), ...rest] },
    ],
  ])('is refused as "%s" with %j', (message, changes) => {
    expect(() => readSignedData(sign(changes))).toThrow(new DerError(message))
  })
})

/** An attribute with other values. */
function withSet(attribute: Buffer | undefined, set: Uint8Array): Buffer {
  const node = readDer(Uint8Array.from(attribute ?? []))
  return rewriteDer(node, new Map([[children(node, 1), set]]))
}

describe('a certificate', () => {
  const [leaf] = readSignedData(signature).certificates
  const raw = children(children(signedData, 3), 0).raw
  const certificate = readDer(raw)
  const tbs = children(certificate, 0)
  const extensions = children(children(tbs, -1), 0)
  const read = (...changes: readonly (readonly [DerNode, Uint8Array])[]) =>
    readCertificate(Uint8Array.from(rewriteDer(certificate, new Map(changes))))
  const extension = (identifier: string, ...parts: readonly string[]) =>
    writeDer(0x30, hex(identifier), ...parts.map(hex), hex('04020500'))
  const withExtensions = (...list: readonly Uint8Array[]) => read([extensions, writeDer(0x30, ...list)])

  it('a certificate of the first version has neither a version nor extensions', () => {
    const first = read([children(tbs, 0), new Uint8Array()], [children(tbs, -1), new Uint8Array()])
    expect(first.extensions.size).toBe(0)
    expect(first.serialNumber).toEqual(leaf?.serialNumber)
  })

  it('may have an identifier of its issuer before its extensions', () => {
    const last = children(tbs, -1)
    expect(read([last, Buffer.concat([hex('810100'), last.raw])]).extensions).toEqual(leaf?.extensions)
  })

  it('may have an extension that is explicitly not critical', () => {
    expect(withExtensions(extension('06032a0304', '010100')).extensions.get('1.2.3.4')).toEqual({
      isCritical: false,
      value: hex('0500'),
    })
  })

  it.each<[string, () => unknown]>([
    ['a certificate names two signature algorithms', () => read([children(certificate, 1), OTHER_ALGORITHM])],
    [
      'a certificate names two signature algorithms',
      () => readCertificate(Uint8Array.from(writeDer(0x30, tbs.raw))),
    ],
    ['a certificate names two signature algorithms', () => read([tbs, writeDer(0x30, hex('020101'))])],
    [
      'a certificate has an extension twice',
      () => withExtensions(extension('06032a0304'), extension('06032a0304')),
    ],
    [
      'a certificate has a critical extension that is not understood',
      () => withExtensions(extension('06032a0304', '0101ff')),
    ],
    [
      'nothing was found where tag 0x04 was expected',
      () => withExtensions(writeDer(0x30, hex('06032a0304'))),
    ],
  ])('is refused as "%s"', (message, work) => {
    expect(work).toThrow(new DerError(message))
  })
})
