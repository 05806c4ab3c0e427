import { describe, expect, it } from 'vitest'
import { IMPLEMENTATIONS, type Implementation } from '../test/implementations.ts'
import { fromHex, HPKE_VECTORS, suiteOf, toHex, type HpkeVector } from '../test/vectors.ts'
import { concat } from './bytes.ts'
import {
  agreeSecret,
  deriveContext,
  deriveMessageKey,
  deriveSchedule,
  encodeSuiteId,
  extractSecret,
  labeledExpand,
  open,
  seal,
} from './hpke.ts'
import { runSteps } from './steps.ts'

/** RFC 9180 §5.2, `ComputeNonce`: the product seals one message per key and so never counts. */
function nonceOf(baseNonce: Uint8Array, sequence: number): Uint8Array<ArrayBuffer> {
  const nonce = Uint8Array.from(baseNonce)
  const view = new DataView(nonce.buffer)
  const last = nonce.length - 4
  view.setUint32(last, view.getUint32(last) ^ sequence)
  return nonce
}

function title({ kem, aead_id: aeadId }: HpkeVector): string {
  return `${kem.crv} with AEAD ${aeadId}`
}

function describeVectors(
  name: string,
  runs: (implementation: Implementation, vector: HpkeVector) => boolean,
  check: (implementation: Implementation, vector: HpkeVector) => Promise<void>,
): void {
  describe(name, () => {
    for (const implementation of IMPLEMENTATIONS) {
      const vectors = HPKE_VECTORS.filter((vector) => runs(implementation, vector))
      it.each(vectors.map((vector) => [title(vector), vector] as const))(
        `${implementation.name}: %s`,
        (_, vector) => check(implementation, vector),
      )
    }
  })
}

const hasCurve = ({ hasCurve }: Implementation, { kem }: HpkeVector): boolean => hasCurve(kem)

const canEncrypt = (implementation: Implementation, vector: HpkeVector): boolean =>
  hasCurve(implementation, vector) && implementation.hasCipher(vector.aead) && vector.encryptions.length > 0

describe('HPKE, RFC 9180 test vectors', () => {
  it('cover six suites and two export-only ones, natively those of P-256 with AES-GCM', () => {
    const encrypting = IMPLEMENTATIONS.map(
      (implementation) => HPKE_VECTORS.filter((vector) => canEncrypt(implementation, vector)).length,
    )
    expect(HPKE_VECTORS).toHaveLength(8)
    expect(encrypting).toEqual([2, 6, 6])
  })

  describeVectors('shared secret, key schedule and exports', hasCurve, async (implementation, vector) => {
    const { primitives } = implementation
    const suite = suiteOf(vector)
    const [enc, recipientKey] = [fromHex(vector.enc), fromHex(vector.pkRm)]
    const ephemeral = await implementation.importKeyPair(vector.kem, fromHex(vector.skEm), enc)
    const recipient = await implementation.importKeyPair(vector.kem, fromHex(vector.skRm), recipientKey)
    expect(toHex(ephemeral.publicKey)).toBe(vector.enc)

    const context = concat(enc, recipientKey)
    for (const [own, peerPublicKey] of [
      [ephemeral, recipientKey],
      [recipient, enc],
    ] as const) {
      const secret = await runSteps(agreeSecret(primitives, vector.kem, { own, peerPublicKey, context }))
      expect(toHex(secret)).toBe(vector.shared_secret)
    }

    const decapsulated = await recipient.decapsulate?.(enc)
    if (decapsulated) expect(toHex(decapsulated)).toBe(vector.shared_secret)

    const scheduled = await runSteps(deriveContext(primitives, suite, fromHex(vector.info)))
    expect(toHex(scheduled)).toBe(vector.key_schedule_context)
    const extracted = await runSteps(extractSecret(primitives, suite, fromHex(vector.shared_secret)))
    expect(toHex(extracted)).toBe(vector.secret)

    const expand = (secret: Uint8Array<ArrayBuffer>, label: string, info: Uint8Array<ArrayBuffer>) =>
      runSteps(labeledExpand(primitives, encodeSuiteId(suite), secret, label, info, 32))
    const exporterSecret = await expand(extracted, 'exp', scheduled)
    expect(toHex(exporterSecret)).toBe(vector.exporter_secret)
    expect(vector.exports).toHaveLength(3)
    for (const exported of vector.exports) {
      const value = await expand(exporterSecret, 'sec', fromHex(exported.exporter_context))
      expect(toHex(value)).toBe(exported.exported_value)
    }
  })

  describeVectors('every sequence number, both directions', canEncrypt, async (implementation, vector) => {
    const { primitives } = implementation
    const derived = await runSteps(
      deriveMessageKey(
        primitives,
        suiteOf(vector),
        fromHex(vector.shared_secret),
        fromHex(vector.key_schedule_context),
      ),
    )
    expect(toHex(derived.key)).toBe(vector.key)
    expect(toHex(derived.nonce)).toBe(vector.base_nonce)

    expect(vector.encryptions.map(({ seq }) => seq)).toEqual([0, 1, 2, 4, 255, 256])
    for (const { seq, aad, pt, ct, nonce: expectedNonce } of vector.encryptions) {
      const nonce = nonceOf(derived.nonce, seq)
      expect(toHex(nonce)).toBe(expectedNonce)
      const input = { aead: vector.aead, key: derived.key, nonce, associatedData: fromHex(aad) }
      expect(toHex(await primitives.encrypt({ ...input, data: fromHex(pt) }))).toBe(ct)
      expect(toHex(await primitives.decrypt({ ...input, data: fromHex(ct) }))).toBe(pt)
    }
  })

  describeVectors('single shot', canEncrypt, async (implementation, vector) => {
    const { primitives } = implementation
    const [first] = vector.encryptions
    if (first === undefined) throw new Error('A suite that encrypts has a first encryption')
    const [enc, recipientPublicKey] = [fromHex(vector.enc), fromHex(vector.pkRm)]
    const associatedData = fromHex(first.aad)

    const ephemeral = await implementation.importKeyPair(vector.kem, fromHex(vector.skEm), enc)
    const sealed = await runSteps(
      seal(primitives, suiteOf(vector), {
        info: fromHex(vector.info),
        associatedData,
        ephemeral,
        recipientPublicKey,
        plaintext: fromHex(first.pt),
      }),
    )
    expect(toHex(sealed.enc)).toBe(vector.enc)
    expect(toHex(sealed.ciphertext)).toBe(first.ct)

    const recipient = await implementation.importKeyPair(vector.kem, fromHex(vector.skRm), recipientPublicKey)
    const schedule = await runSteps(deriveSchedule(primitives, suiteOf(vector), fromHex(vector.info)))
    const { publicKey } = recipient
    // Older versions of Node cannot do all of it in one call.
    for (const each of [recipient, { publicKey, agree: recipient.agree.bind(recipient) }]) {
      const sealedTo = { recipient: each, enc, schedule, associatedData, ciphertext: fromHex(first.ct) }
      expect(toHex(await runSteps(open(primitives, suiteOf(vector), sealedTo)))).toBe(first.pt)
    }
  })
})

describe('HPKE, bad public keys (RFC 9180 §7.1.4)', () => {
  const OFF_CURVE = concat(Uint8Array.of(0x04), new Uint8Array(64).fill(1))
  const ALL_ZERO = new Uint8Array(32)
  const runs = IMPLEMENTATIONS.flatMap((implementation) =>
    [
      { crv: 'P-256', peer: OFF_CURVE },
      { crv: 'X25519', peer: ALL_ZERO },
    ].flatMap(({ crv, peer }) => {
      const kem = HPKE_VECTORS.map((vector) => vector.kem).find((candidate) => candidate.crv === crv)
      return kem !== undefined && implementation.hasCurve(kem) ? [{ implementation, kem, crv, peer }] : []
    }),
  )

  it.each(runs)('$implementation.name refuses a bad $crv key', async ({ implementation, kem, peer }) => {
    const own = await implementation.primitives.generateKeyPair(kem)
    await expect(async () => own.agree(peer)).rejects.toThrow()
    if (own.decapsulate) expect(() => own.decapsulate?.(peer)).toThrow()
  })
})
