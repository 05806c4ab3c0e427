/**
 * Opening one token of the web wallet, compared with the bare operations of `node:crypto` that it needs. Of the first
 * token under a new intermediate key: importing that key, two ECDSA verifications, importing the ephemeral point and
 * ECDH with it, HKDF, HMAC and AES-CTR. Of the next tokens under it: all of that but the import; and again without the
 * root's signature, which is remembered, so that this comparison is one of overhead alone.
 *
 *     node --conditions=@sluice/source bench/wallet.ts
 *
 * Both take turns, so that a slow moment of the machine hits both. The figures are medians of rounds.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  verify,
} from 'node:crypto'

import { openToken } from '../packages/gateway/src/payment-methods/wallet-token/open-token.ts'
import { signedBytes } from '../packages/gateway/src/payment-methods/wallet-token/signed-bytes.ts'
import { exportPublicKey } from '../packages/shared/src/p256.ts'
import {
  KEYS,
  makeKey,
  makeToken,
  openingOf,
  RECIPIENT,
  send,
} from '../packages/gateway/test/wallet-tokens.ts'

const ROUNDS = 31
/** More than the gateway caches, so that each first token is new in every turn. */
const TOKENS_PER_ROUND = 50
/** Enough rounds for the engine to compile the hot paths. */
const WARM_UP_ROUNDS = 6

const opening = openingOf()
const rootKey = createPublicKey(KEYS.root)
const ecdh = createECDH('prime256v1')
ecdh.setPrivateKey(KEYS.recipient.export({ format: 'jwk' }).d ?? '', 'base64url')

/** Creates a token as sent, and its parts for the bare operations. */
function makeSample() {
  const intermediateKey = makeKey()
  const token = makeToken({ intermediateKey })
  const { signedKey = '', signatures = [] } = token.intermediateSigningKey ?? {}
  const message = JSON.parse(token.signedMessage) as Record<string, string>
  const spki = { key: exportPublicKey(intermediateKey), format: 'der', type: 'spki' } as const
  return {
    sent: send(token),
    spki,
    intermediateKey: createPublicKey(spki),
    signedKey: signedBytes('Google', 'ECv2', signedKey),
    keySignature: Buffer.from(signatures[0] ?? '', 'base64'),
    signedMessage: signedBytes('Google', RECIPIENT, 'ECv2', token.signedMessage),
    signature: Buffer.from(token.signature, 'base64'),
    point: Buffer.from(message['ephemeralPublicKey'] ?? '', 'base64'),
    encrypted: Buffer.from(message['encryptedMessage'] ?? '', 'base64'),
  }
}

type Sample = ReturnType<typeof makeSample>

function open({ sent }: Sample): void {
  const opened = openToken(sent, opening)
  if (!opened.ok) throw new Error(opened.reason)
}

function openBareFirst(sample: Sample): void {
  openBareWhole({ ...sample, intermediateKey: createPublicKey(sample.spki) })
}

function openBareWhole(sample: Sample): void {
  if (!verify('sha256', sample.signedKey, rootKey, sample.keySignature))
    throw new Error('a signature is wrong')
  openBareNext(sample)
}

function openBareNext({ intermediateKey, signedMessage, signature, point, encrypted }: Sample): void {
  if (!verify('sha256', signedMessage, intermediateKey, signature)) throw new Error('a signature is wrong')
  const secret = createSecretKey(Buffer.concat([point, ecdh.computeSecret(point)]))
  const keys = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), 'Google', 64))
  createHmac('sha256', createSecretKey(keys.subarray(32)))
    .update(encrypted)
    .digest()
  const cipher = createDecipheriv('aes-256-ctr', createSecretKey(keys.subarray(0, 32)), Buffer.alloc(16))
  Buffer.concat([cipher.update(encrypted), cipher.final()])
}

/** Measures the microseconds of processor time for one token, which other programs on the machine hardly affect. */
function time(openOne: (sample: Sample) => void, samples: readonly Sample[]): number {
  const start = process.cpuUsage()
  for (const sample of samples) openOne(sample)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / samples.length
}

const median = (figures: number[]): number => figures.sort((a, b) => a - b)[figures.length >> 1] ?? NaN

const firsts = Array.from({ length: TOKENS_PER_ROUND }, makeSample)
const nexts = Array.from({ length: TOKENS_PER_ROUND }, () => firsts[0]).filter(
  (sample) => sample !== undefined,
)

const ROWS = [
  ['the first token', openBareFirst, firsts],
  ['the next token', openBareWhole, nexts],
  ['the next token, one signature', openBareNext, nexts],
] as const

const rounds = Array.from({ length: WARM_UP_ROUNDS + ROUNDS }, () =>
  ROWS.map(([, openBare, samples]) => ({ bare: time(openBare, samples), ours: time(open, samples) })),
).slice(WARM_UP_ROUNDS)

for (const [index, [name]] of ROWS.entries()) {
  const row = rounds.flatMap((round) => round[index] ?? [])
  const [bare, ours] = [median(row.map((each) => each.bare)), median(row.map((each) => each.ours))]
  const ratio = median(row.map((each) => each.ours / each.bare))
  process.stdout.write(
    `${name.padEnd(30)} ${ours.toFixed(0)} µs, bare ${bare.toFixed(0)} µs, ratio ${ratio.toFixed(2)}\n`,
  )
}
