import { expect, it } from 'vitest'

import { describeOnBothDatabases, type OpenFresh } from '../../test/databases.ts'
import { createStandingClock } from '../../test/standing-clock.ts'
import { hashSecret } from '../platform/crypto/secret-hash.ts'
import { authenticateClient } from './authenticate-client.ts'
import { createClientAssertions } from './client-assertions.store.ts'
import { createClientStore } from './client.store.ts'
import { createFailureLimit } from './failure-limit.ts'

const MAX_FAILURES = 10

describeOnBothDatabases('a client whose secret is being replaced', (open) => {
  it('proves itself with either', async () => {
    const authenticate = await prepare(open, hashSecret('new'))
    expect(await authenticate('old')).toMatchObject({ ok: true })
    expect(await authenticate('new')).toMatchObject({ ok: true })
    expect(await authenticate('other')).toMatchObject({ ok: false, refusal: { reason: 'client_refused' } })
  })

  it('has one secret before and after', async () => {
    const authenticate = await prepare(open, null)
    expect(await authenticate('old')).toMatchObject({ ok: true })
    expect(await authenticate('new')).toMatchObject({ ok: false })
    expect(await authenticate('')).toMatchObject({ ok: false })
  })

  it('is as hard to guess with two secrets as with one, and not locked out by guesses', async () => {
    const authenticate = await prepare(open, hashSecret('new'))
    for (let guess = 1; guess <= MAX_FAILURES; guess += 1) await authenticate(`guess-${guess}`)
    expect(await authenticate('guess')).toMatchObject({ ok: false, refusal: { reason: 'slow_down' } })
    expect(await authenticate('new')).toMatchObject({ ok: true })
  })
})

async function prepare(open: OpenFresh, secondSecretHash: Uint8Array | null) {
  const { db } = await open()
  const clock = createStandingClock()
  const clients = createClientStore({ db, clock })
  await clients.add({
    clientId: 'shop',
    merchantId: 'm-1',
    secretHash: hashSecret('old'),
    secondSecretHash,
    roles: ['merchant'],
    subject: 's',
    status: 'ACTIVE',
  })
  const failures = createFailureLimit(clock)
  return (clientSecret: string) =>
    authenticateClient(
      {
        clients,
        findClientRecently: clients.find,
        assertions: createClientAssertions(db),
        audiences: () => [],
        realTime: clock,
        failures,
        limitClient: async () => null,
      },
      { clientId: 'shop', clientSecret },
      '192.0.2.1',
    )
}
