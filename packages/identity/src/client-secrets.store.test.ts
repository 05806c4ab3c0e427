import { expect, it } from 'vitest'

import type { GrantableRole } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases, type OpenFresh } from '../test/databases.ts'
import { createManualClock } from '../../platform/test/manual-clock.ts'
import { authenticateClient } from './authenticate-client.ts'
import { createClientAssertions } from './client-assertions.store.ts'
import { createClientStore } from './client.store.ts'
import type { IdentityTables } from './identity.tables.ts'
import { createFailureLimit } from './failure-limit.ts'
import { createClients, OVERLAP_MAX_MS } from './manage-clients.ts'

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

  it('has two secrets without being easier to guess, and is not locked out by guesses', async () => {
    const authenticate = await prepare(open, hashSecret('new'))
    for (let guess = 1; guess <= MAX_FAILURES; guess += 1) await authenticate(`guess-${guess}`)
    expect(await authenticate('guess')).toMatchObject({ ok: false, refusal: { reason: 'slow_down' } })
    expect(await authenticate('new')).toMatchObject({ ok: true })
  })
})

describeOnBothDatabases('the maximum number of clients of a merchant', (open) => {
  it('are not exceeded, even by concurrent requests, and revoking one makes room', async () => {
    const { manage, clients } = await prepareToManage(open)
    const client = { merchantId: 'm-1', secretHash: hashSecret('x'), roles: ['merchant'] } as const
    // One is there already.
    for (let count = 2; count < MERCHANT_CAPS.clients; count += 1)
      await clients.add({ ...client, clientId: `c-${count}`, subject: `s-${count}`, status: 'ACTIVE' })
    const request = { merchantId: 'm-1', name: 'shop', roles: ['merchant'] } as const
    const made = await Promise.all([manage.create(request), manage.create(request), manage.create(request)])
    expect(made.filter(({ ok }) => !ok)).toEqual([
      { ok: false, refusal: 'clients_full' },
      { ok: false, refusal: 'clients_full' },
    ])
    expect(await manage.list('m-1')).toHaveLength(MERCHANT_CAPS.clients)

    expect(await manage.revoke({ merchantId: 'm-1', clientId: 'c-7' })).toMatchObject({ ok: true })
    expect(await manage.create(request)).toMatchObject({ ok: true })
    expect(await manage.create(request)).toMatchObject({ ok: false })
    expect(await manage.create({ ...request, merchantId: 'm-2' })).toMatchObject({ ok: true })
  })
})

describeOnBothDatabases('a secret that a person replaces', (open) => {
  const one = { merchantId: 'm-1', clientId: 'shop' }

  it('stays valid together with the new one until it expires', async () => {
    const { authenticate, manage, clock } = await prepareToManage(open)
    const rotated = await manage.rotate(one, HOUR_MS)
    if (!rotated.ok) throw new Error(rotated.refusal)
    const { clientSecret, oldSecretUntilMs } = rotated.value
    expect(oldSecretUntilMs).toBe(clock.now() + HOUR_MS)
    expect(await authenticate('old')).toMatchObject({ ok: true })
    expect(await authenticate(clientSecret)).toMatchObject({ ok: true })
    clock.advance(HOUR_MS - 1)
    expect(await authenticate('old')).toMatchObject({ ok: true })
    clock.advance(1)
    expect(await authenticate('old')).toMatchObject({ ok: false, refusal: { reason: 'client_refused' } })
    expect(await authenticate(clientSecret)).toMatchObject({ ok: true })
    expect((await manage.list('m-1'))[0]).toMatchObject({ secondSecretHash: null, secondSecretUntilMs: null })
    expect(await manage.rotate(one, 0)).toMatchObject({ ok: true })
  })

  it('is replaced by one of two concurrent requests, and is not lost', async () => {
    const { authenticate, manage } = await prepareToManage(open)
    const answers = await Promise.all([manage.rotate(one, HOUR_MS), manage.rotate(one, HOUR_MS)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(answers).toContainEqual({ ok: false, refusal: 'two_secrets' })
    expect(await authenticate('old')).toMatchObject({ ok: true })
  })

  it('ends at once if its owner requests it', async () => {
    const { authenticate, manage } = await prepareToManage(open)
    await manage.rotate(one, HOUR_MS)
    expect(await manage.endOldSecret(one)).toMatchObject({ ok: true })
    expect(await authenticate('old')).toMatchObject({ ok: false })
  })

  it('ends with its client', async () => {
    const { authenticate, manage } = await prepareToManage(open)
    expect(await manage.revoke(one)).toMatchObject({ ok: true })
    expect(await authenticate('old')).toMatchObject({ ok: false })
    expect(await manage.rotate(one, 0)).toEqual({ ok: false, refusal: 'client_inactive' })
  })

  it('belongs to its merchant', async () => {
    const { authenticate, manage } = await prepareToManage(open)
    const theirs = { merchantId: 'm-2', clientId: 'shop' }
    const unknown = { ok: false, refusal: 'client_unknown' }
    expect(await manage.rotate(theirs, 0)).toEqual(unknown)
    expect(await manage.endOldSecret(theirs)).toEqual(unknown)
    expect(await manage.revoke(theirs)).toEqual(unknown)
    expect(await authenticate('old')).toMatchObject({ ok: true })
  })

  it.each([-1, OVERLAP_MAX_MS + 1, NaN])('does not count for %s ms more', async (overlapMs) => {
    const { manage } = await prepareToManage(open)
    expect(await manage.rotate(one, overlapMs)).toEqual({ ok: false, refusal: 'overlap_not_valid' })
  })

  it.each(['transactions:payout', 'transactions:merchant-initiated'] as const)(
    'cannot be replaced by a person where the client has %s',
    async (role) => {
      const { clients, clock, authenticate } = await prepareAll(open, null, ['merchant', role])
      const manage = createClients({ clients, random: createSystemRandom(clock), realTime: clock })
      expect(await manage.rotate(one, HOUR_MS)).toEqual({ ok: false, refusal: 'operators_client' })
      const [client] = await manage.list('m-1')
      expect(client).toMatchObject({ secretHash: Buffer.from(hashSecret('old')), secondSecretHash: null })
      expect(await authenticate('old')).toMatchObject({ ok: true })
      expect(await manage.revoke(one)).toMatchObject({ ok: true })
    },
  )

  it('is not available for a role that only the operator grants', async () => {
    const { manage } = await prepareToManage(open)
    for (const roles of [
      [],
      ['transactions:payout'],
      ['merchant', 'transactions:merchant-initiated'],
    ] as const)
      expect(await manage.create({ merchantId: 'm-1', name: 'shop', roles })).toEqual({
        ok: false,
        refusal: 'roles_not_valid',
      })
  })
})

const HOUR_MS = 3_600_000

async function prepareToManage(open: OpenFresh) {
  const { authenticate, clients, clock } = await prepareAll(open, null)
  const manage = createClients({ clients, random: createSystemRandom(clock), realTime: clock })
  return { authenticate, manage, clients, clock }
}

async function prepare(open: OpenFresh, secondSecretHash: Uint8Array | null) {
  return (await prepareAll(open, secondSecretHash)).authenticate
}

async function prepareAll(
  open: OpenFresh,
  secondSecretHash: Uint8Array | null,
  roles: readonly GrantableRole[] = ['merchant'],
) {
  const { db } = await open()
  const clock = createManualClock()
  const transact = createTransact<IdentityTables>({
    db,
    random: createSystemRandom(clock),
    timers: systemTimers,
  })
  const clients = createClientStore({ db, transact, clock })
  await clients.add({
    clientId: 'shop',
    merchantId: 'm-1',
    secretHash: hashSecret('old'),
    secondSecretHash,
    roles,
    subject: 's',
    status: 'ACTIVE',
  })
  const failures = createFailureLimit(clock)
  const authenticate = (clientSecret: string) =>
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
  return { authenticate, clients, clock }
}
