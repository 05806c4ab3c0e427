import { generateKeyPairSync, sign } from 'node:crypto'

/** Node makes keys but no certificates: the few lines of DER that a self-signed one for `localhost` takes. */
export function makeCertificate({ fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }): {
  readonly key: string
  readonly cert: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(ECDSA_WITH_SHA256)
  const name = sequence(encode(SET, sequence(COMMON_NAME, encode(UTF8_STRING, Buffer.from(HOST)))))
  const alternativeNames = sequence(encode(DNS_NAME, Buffer.from(HOST)))
  const toBeSigned = sequence(
    encode(CONTEXT_0, encode(INTEGER, Buffer.of(2))),
    encode(INTEGER, Buffer.of(1)),
    algorithm,
    name,
    sequence(utcTime(fromMs), utcTime(untilMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(CONTEXT_3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, encode(OCTET_STRING, alternativeNames)))),
  )
  const signature = encode(BIT_STRING, Buffer.of(0), sign('sha256', toBeSigned, privateKey))
  const base64 = sequence(toBeSigned, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

const HOST = 'localhost'
const [INTEGER, BIT_STRING, OCTET_STRING, UTF8_STRING, UTC_TIME] = [0x02, 0x03, 0x04, 0x0c, 0x17] as const
const [SEQUENCE, SET, DNS_NAME, CONTEXT_0, CONTEXT_3] = [0x30, 0x31, 0x82, 0xa0, 0xa3] as const
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')

function sequence(...parts: readonly Buffer[]): Buffer {
  return encode(SEQUENCE, ...parts)
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return encode(UTC_TIME, Buffer.from(`${digits}Z`))
}

function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
