import { importJWK, jwtVerify } from 'jose'
import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createSealer, WrongMasterKeyError } from '../platform/secrets/sealer.ts'
import { createSystemRandom, systemClock } from '../platform/system.ts'
import { describeAccessToken } from './access-token.ts'
import { openSigningKeys } from './signing-key.store.ts'

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

  it('are made once, also by processes that start together', async () => {
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

  it('do not open under another master key, and do not lie open in the database', async () => {
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
