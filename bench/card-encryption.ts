/**
 * Sealing and opening one card field: ours by implementation, two HPKE libraries, and JWE.
 *
 *     node --conditions=@sluice/source bench/card-encryption.ts
 *
 * Every contender handles the same 64 bytes with the same `info` and associated data, with a fresh ephemeral key per
 * message and keys imported beforehand. Contenders take turns, so that a slow moment of the machine hits all of them. The
 * figures are medians of rounds; differences under 1.5× are noise.
 */
import { openField, generateKeyPair, importPrivateKey } from '@sluice/card-encryption/decrypt'
import { sealField } from '@sluice/card-encryption/encrypt'
import { toUtf8, type Bytes } from '../packages/card-encryption/src/bytes.ts'
import { deriveSchedule, open, seal, SUITES, type SuiteName } from '../packages/card-encryption/src/hpke.ts'
import { toRecipientKey } from '../packages/card-encryption/src/key.ts'
import { runSteps, runStepsNow } from '../packages/card-encryption/src/steps.ts'
import { IMPLEMENTATIONS, type Implementation } from '../packages/card-encryption/test/implementations.ts'
import { JWE_PEER, PEERS, type Peer } from '../packages/card-encryption/test/peers.ts'

const ROUNDS = 21
/** Long enough for the clock's resolution, short enough for many turns. */
const MESSAGES_PER_ROUND = 25
/** Enough messages for the engine to compile the hot paths. */
const WARM_UP_MESSAGES = 150

const MESSAGE = {
  info: toUtf8('pgw card-field v1\0' + 'h'.repeat(39)),
  associatedData: toUtf8('encrypted_card_number\0'),
}
const PLAINTEXT = toUtf8('{"value":"4242424242424242","iat":1800000000}'.padEnd(64))

interface Contender {
  readonly suite: SuiteName | 'JWE'
  readonly name: string
  readonly seal: () => unknown
  readonly open: () => unknown
}

interface Keys {
  readonly privateKey: Bytes
  readonly publicKey: Bytes
}

async function contendImplementation(
  alg: SuiteName,
  { name, primitives, importKeyPair }: Implementation,
  { privateKey, publicKey }: Keys,
): Promise<Contender> {
  const suite = SUITES[alg]
  const recipient = await importKeyPair(suite.kem, privateKey, publicKey)
  const sealOnce = async () => {
    const ephemeral = await primitives.generateKeyPair(suite.kem)
    const options = { ...MESSAGE, ephemeral, recipientPublicKey: publicKey, plaintext: PLAINTEXT }
    return runSteps(seal(primitives, suite, options))
  }
  const sealed = await sealOnce()
  const schedule = await runSteps(deriveSchedule(primitives, suite, MESSAGE.info))
  const { associatedData } = MESSAGE
  const openOnce = () => open(primitives, suite, { associatedData, schedule, ...sealed, recipient })
  return {
    suite: alg,
    name: `ours, ${name}`,
    seal: sealOnce,
    open: () => (name === 'native' ? runSteps(openOnce()) : runStepsNow(openOnce())),
  }
}

async function contendPeer(alg: SuiteName, peer: Peer, keys: Keys): Promise<Contender> {
  const sealWith = await peer.sender(alg, keys.publicKey)
  const openWith = await peer.recipient(alg, keys)
  const sealed = await sealWith(PLAINTEXT, MESSAGE)
  const [enc, ciphertext] = [Uint8Array.from(sealed.enc), Uint8Array.from(sealed.ciphertext)]
  return {
    suite: alg,
    name: peer.name,
    seal: () => sealWith(PLAINTEXT, MESSAGE),
    open: () => openWith(enc, ciphertext, MESSAGE),
  }
}

/** Measures the public functions, with key check, JSON, padding, Base64 and freshness. */
async function contendWhole(alg: SuiteName): Promise<Contender> {
  const { publicJwk, privateJwk } = generateKeyPair(alg)
  const key = importPrivateKey(privateJwk)
  const field = 'encrypted_card_number'
  const sealOnce = () =>
    sealField({ key: publicJwk, field, value: '4242424242424242', issuedAtSeconds: 1_800_000_000 })
  const opening = {
    wire: await sealOnce(),
    field,
    context: '',
    keys: new Map([[key.kid, key]]),
    nowSeconds: 1_800_000_000,
  } as const
  if (!openField(opening).ok) throw new Error('The field does not open')
  return {
    suite: alg,
    name: 'ours, sealField/openField',
    seal: sealOnce,
    open: () => openField(opening),
  }
}

async function contendJwe(): Promise<Contender> {
  const { publicJwk, privateJwk } = generateKeyPair('ECDH-ES')
  const sealWith = await JWE_PEER.sender({ ...publicJwk })
  const openWith = await JWE_PEER.recipient({ ...privateJwk })
  const wire = await sealWith(PLAINTEXT)
  return { suite: 'JWE', name: JWE_PEER.name, seal: () => sealWith(PLAINTEXT), open: () => openWith(wire) }
}

async function gatherContenders(): Promise<Contender[]> {
  const contenders: Promise<Contender>[] = []
  for (const alg of ['HPKE-7', 'HPKE-4'] as const) {
    const { publicJwk, privateJwk } = generateKeyPair(alg)
    const keys = {
      publicKey: toRecipientKey(publicJwk).publicKey,
      privateKey: Uint8Array.from(Buffer.from(privateJwk.d, 'base64url')),
    }
    const { kem, aead } = SUITES[alg]
    const able = IMPLEMENTATIONS.filter(({ hasCurve, hasCipher }) => hasCurve(kem) && hasCipher(aead))
    contenders.push(contendWhole(alg))
    contenders.push(...able.map((implementation) => contendImplementation(alg, implementation, keys)))
    contenders.push(...PEERS.map((peer) => contendPeer(alg, peer, keys)))
  }
  return Promise.all([...contenders, contendJwe()])
}

async function timeMicroseconds(action: () => unknown, messages: number): Promise<number> {
  const start = process.hrtime.bigint()
  for (let message = 0; message < messages; message++) {
    const answer = action()
    if (answer instanceof Promise) await answer
  }
  return Number(process.hrtime.bigint() - start) / 1_000 / messages
}

function median(samples: readonly number[]): number {
  return samples.toSorted((left, right) => left - right)[samples.length >> 1] ?? Number.NaN
}

const contenders = await gatherContenders()
const runs = contenders.map((contender) => ({ contender, seal: [] as number[], open: [] as number[] }))
for (const { contender } of runs) {
  await timeMicroseconds(contender.seal, WARM_UP_MESSAGES)
  await timeMicroseconds(contender.open, WARM_UP_MESSAGES)
}
for (let round = 0; round < ROUNDS; round++) {
  for (const { contender, seal: sealing, open: opening } of runs) {
    sealing.push(await timeMicroseconds(contender.seal, MESSAGES_PER_ROUND))
    opening.push(await timeMicroseconds(contender.open, MESSAGES_PER_ROUND))
  }
}

console.log(`Node ${process.versions.node}; µs per message, median of ${ROUNDS} rounds`)
console.table(
  runs.map(({ contender, seal: sealing, open: opening }) => ({
    suite: contender.suite,
    contender: contender.name,
    'seal µs': Math.round(median(sealing)),
    'open µs': Math.round(median(opening)),
  })),
)
