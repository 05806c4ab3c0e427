import { importJWK, jwtVerify } from 'jose'
import { expect, it } from 'vitest'

import { createSealer, WrongMasterKeyError } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../test/databases.ts'
import { describeAccessToken } from './access-token.ts'
import {
  openSigningKeys,
  revokeSigningKey,
  rotateDueSigningKey,
  rotateSigningKey,
} from './signing-key.store.ts'

const random = createSystemRandom(systemClock)
const sealer = createSealer(Buffer.alloc(32, 1), random)
const claims = describeAccessToken({
  issuer: 'https://gateway.example/realms/sluice',
  client: {
    clientId: 'shop',
    merchantId: 'm',
    secretHash: new Uint8Array(),
    roles: [],
    subject: 's',
    status: 'ACTIVE',
  },
  scope: 'profile email',
  roles: ['merchant'],
  id: 'j',
  familyId: 'f',
  nowMs: Date.now(),
})

describeOnBothDatabases('signing keys', (open) => {
  it('sign what the published keys verify', async () => {
    const { db } = await open()
    const keys = await openSigningKeys({ db, sealer, clock: systemClock })
    const token = await keys.sign(claims)
    const { keys: published } = await keys.publish()
    expect(published).toEqual([
      { kty: 'RSA', n: expect.any(String), e: 'AQAB', use: 'sig', alg: 'RS256', kid: expect.any(String) },
    ])
    const [jwk] = published
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK({ ...jwk }))
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: jwk?.kid })
    expect(payload).toEqual(claims)
    expect(await keys.findPublicKey(jwk?.kid ?? '')).not.toBeNull()
    expect(await keys.findPublicKey('another')).toBeNull()
  })

  it('are created once, also by processes that start together', async () => {
    const { db } = await open()
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => openSigningKeys({ db, sealer, clock: systemClock })),
    )
    const later = await openSigningKeys({ db, sealer, clock: systemClock })
    const kids = await Promise.all(
      [...opened, later].map(async (keys) => {
        const header = Buffer.from((await keys.sign(claims)).split('.')[0] ?? '', 'base64url').toString()
        return (JSON.parse(header) as { kid: string }).kid
      }),
    )
    expect(new Set(kids).size).toBe(1)
    expect((await later.publish()).keys.map(({ kid }) => kid)).toEqual([kids[0]])
  })

  it('are created once, also when another process creates them right after this one found none', async () => {
    const { db } = await open()
    const options = { db, sealer, clock: systemClock }
    let isFirst = true
    const late = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          await openSigningKeys(options)
        }
        return result
      },
    })
    const keys = await openSigningKeys({ ...options, db: late })
    expect((await keys.publish()).keys).toHaveLength(1)
  })

  it('do not open under another master key, and are not stored in clear', async () => {
    const { db } = await open()
    await openSigningKeys({ db, sealer, clock: systemClock })
    const other = createSealer(Buffer.alloc(32, 2), random)
    await expect(openSigningKeys({ db, sealer: other, clock: systemClock })).rejects.toThrow(
      WrongMasterKeyError,
    )
    const row = await db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
    expect(row.private_sealed.toString('latin1')).not.toContain('"d"')
    expect(Object.keys(JSON.parse(row.public_jwk) as object).sort()).toEqual(['e', 'kty', 'n'])
  })
})

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describeOnBothDatabases('generations of signing keys', (open) => {
  async function prepare() {
    const { db } = await open()
    let nowMs = systemClock.now()
    const clock = { now: () => nowMs }
    const options = { db, sealer, clock }
    const keys = await openSigningKeys(options)
    const kids = async () => (await keys.publish()).keys.map(({ kid }) => kid)
    const signer = async () =>
      (
        JSON.parse(Buffer.from((await keys.sign(claims)).split('.')[0] ?? '', 'base64url').toString()) as {
          kid: string
        }
      ).kid
    return { options, keys, kids, signer, wait: (ms: number) => (nowMs += ms) }
  }

  it('are published before they sign, and verify for an hour after the next one signs', async () => {
    const { options, keys, kids, signer, wait } = await prepare()
    const first = await signer()
    const second = await rotateSigningKey(options)
    expect(await rotateSigningKey(options)).toBe(second)
    wait(MINUTE_MS)
    expect(await kids()).toEqual([second, first])
    expect(await signer()).toBe(first)
    wait(15 * MINUTE_MS)
    expect(await signer()).toBe(second)
    expect(await keys.isLive(first)).toBe(true)
    wait(60 * MINUTE_MS)
    expect(await keys.isLive(first)).toBe(false)
    expect(await kids()).toEqual([second])
  })

  it('are destroyed once the overlap is over, revoked ones as well, and never the one that signs', async () => {
    const { options, keys, wait } = await prepare()
    const kidsKept = async () =>
      (await options.db.selectFrom('signing_keys').select('kid').execute()).map(({ kid }) => kid)
    const [first = ''] = await kidsKept()
    const second = await rotateSigningKey(options)
    wait(15 * MINUTE_MS + 60 * MINUTE_MS)
    expect(await rotateDueSigningKey(options)).toBe(0)
    expect((await kidsKept()).sort()).toEqual([first, second].sort())
    wait(MINUTE_MS)
    expect(await rotateDueSigningKey(options)).toBe(1)
    expect(await kidsKept()).toEqual([second])
    expect(await rotateDueSigningKey(options)).toBe(0)
    await revokeSigningKey(options, second)
    wait(2 * 60 * MINUTE_MS)
    expect(await rotateDueSigningKey(options)).toBe(1)
    expect(await kidsKept()).not.toContain(second)
    expect(await keys.sign(claims)).toMatch(/^ey/)
  })

  it('rotate automatically after 90 days', async () => {
    const { options, wait } = await prepare()
    wait(90 * DAY_MS - MINUTE_MS)
    expect(await rotateDueSigningKey(options)).toBe(0)
    wait(MINUTE_MS)
    expect(await rotateDueSigningKey(options)).toBe(1)
    expect(await rotateDueSigningKey(options)).toBe(0)
  })

  it('become invalid within seconds of their revocation, and another key signs', async () => {
    const { options, keys, signer, wait } = await prepare()
    const first = await signer()
    expect(await revokeSigningKey(options, first)).toBe(true)
    expect(await revokeSigningKey(options, first)).toBe(false)
    wait(5_000)
    expect(await keys.isLive(first)).toBe(false)
    expect(await keys.findPublicKey(first)).toBeNull()
    expect(await signer()).not.toBe(first)
  })
})
