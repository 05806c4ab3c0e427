import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../test/databases.ts'
import { createManualClock } from '../../platform/test/manual-clock.ts'
import { authenticateClient } from './authenticate-client.ts'
import type { ApiClient } from './client.ts'
import { createClientStore } from './client.store.ts'
import { createClientAssertions } from './client-assertions.store.ts'
import type { IdentityTables } from './identity.tables.ts'
import { createFailureLimit } from './failure-limit.ts'

describeOnBothDatabases('authenticateClient', (open) => {
  it('refuses an id that no database can store like an unknown one', async () => {
    const { db } = await open()
    const clock = createManualClock()
    const transact = createTransact<IdentityTables>({
      db,
      random: createSystemRandom(clock),
      timers: systemTimers,
    })
    const clients = createClientStore({ db, transact, clock })
    const ports = {
      clients,
      findClientRecently: clients.find,
      failures: createFailureLimit(clock),
      assertions: createClientAssertions(db),
      audiences: () => [],
      realTime: clock,
      limitClient: async () => null,
    }
    for (const clientId of ['\0', 'shop\0', 'sh\u00f6p', 'stranger']) {
      expect(await authenticateClient(ports, { clientId, clientSecret: 'x' }, '192.0.2.1')).toEqual({
        ok: false,
        refusal: { reason: 'client_refused' },
        clientId: null,
      })
    }
  })

  it('accepts an assertion that expires at a fraction of a second, once', async () => {
    const { db } = await open()
    const clock = createManualClock()
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const client: ApiClient = {
      clientId: 'shop',
      merchantId: 'm-1',
      secretHash: Buffer.alloc(32),
      publicKeys: [await exportJWK(publicKey)],
      roles: ['merchant'],
      subject: '019b0000-0000-7000-8000-000000000000',
      status: 'ACTIVE',
    }
    const ports = {
      clients: { find: async () => client },
      findClientRecently: async () => client,
      failures: createFailureLimit(clock),
      assertions: createClientAssertions(db),
      audiences: () => ['https://id.example'],
      realTime: clock,
      limitClient: async () => null,
    }
    // Python's `time.time() + 60`.
    const assertion = await new SignJWT({ jti: 'a-1', exp: clock.now() / 1_000 + 60.123_456_7 })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer('shop')
      .setSubject('shop')
      .setAudience('https://id.example')
      .sign(privateKey)
    const ask = () =>
      authenticateClient(ports, { clientId: 'shop', clientSecret: '', assertion }, '192.0.2.1')
    expect(await ask()).toMatchObject({ ok: true })
    expect(await ask()).toMatchObject({ ok: false, refusal: { reason: 'client_refused' } })
  })
})
