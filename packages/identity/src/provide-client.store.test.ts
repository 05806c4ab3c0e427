import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { isHashOf } from '@sluice/platform/crypto/secret-hash'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { type Database, describeOnBothDatabases } from '../test/databases.ts'
import { createClientStore } from './client.store.ts'
import { provideClient } from './provide-client.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

function prepare({ db }: OpenDatabase<Database>, merchantId = 'm-1') {
  const random = createSystemRandom(systemClock)
  const transact = createTransact<Database>({ db, random, timers: systemTimers })
  const clients = createClientStore({ db, transact, clock: systemClock })
  const ports = { clients, random }
  const provide = (directory = dataDir, name = 'demo') =>
    provideClient(ports, {
      merchantId,
      name,
      roles: ['merchant', 'transactions:payout'],
      dataDir: directory,
    })
  const countClients = async () => (await db.selectFrom('api_clients').selectAll().execute()).length
  return { clients, provide, countClients }
}

describeOnBothDatabases('provideClient', (open) => {
  it('registers a client with the secret that it gives', async () => {
    const { clients, provide } = prepare(await open())
    const { clientId, clientSecret } = await provide()
    expect(clientId).toMatch(/^demo-[0-9a-f]{8}$/)
    expect(Buffer.from(clientSecret, 'base64url')).toHaveLength(32)
    const client = await clients.find(clientId)
    expect(client).toMatchObject({
      merchantId: 'm-1',
      roles: ['merchant', 'transactions:payout'],
      status: 'ACTIVE',
    })
    expect(isHashOf(clientSecret, client?.secretHash ?? new Uint8Array(32))).toBe(true)
  })

  it('refuses a name that cannot begin an id', async () => {
    const { provide, countClients } = prepare(await open())
    for (const name of ['', 'Demo', 'de mo', 'd'.repeat(41)]) {
      await expect(provide(dataDir, name)).rejects.toThrow(TypeError)
    }
    expect(await countClients()).toBe(0)
  })

  it('returns the same client at every start', async () => {
    const { provide, countClients } = prepare(await open())
    const first = await provide()
    expect(await provide()).toEqual(first)
    expect(await countClients()).toBe(1)
  })

  it('gives processes with the same data directory that start together the same client', async () => {
    const { provide, countClients } = prepare(await open())
    const clients = await Promise.all([provide(), provide(), provide()])
    expect(new Set(clients.map(({ clientId }) => clientId)).size).toBe(1)
    expect(await countClients()).toBe(1)
  })

  it('creates another client for another data directory', async () => {
    const { provide, countClients } = prepare(await open())
    const first = await provide()
    const second = await provide(join(dataDir, 'another'))
    expect(second.clientId).not.toBe(first.clientId)
    expect(await provide()).toEqual(first)
    expect(await countClients()).toBe(2)
  })

  it('keeps the credentials when the database was replaced', async () => {
    const first = await prepare(await open()).provide()
    const { clients, provide } = prepare(await open(), 'm-2')
    expect(await provide()).toEqual(first)
    expect(await clients.find(first.clientId)).toMatchObject({ merchantId: 'm-2' })
  })

  it('creates another client when the stored secret is not the registered one', async () => {
    const { provide, countClients } = prepare(await open())
    const { clientId } = await provide()
    const file = join(dataDir, 'secrets', 'demo-client')
    for (const text of [
      JSON.stringify({ client_id: clientId, client_secret: 'guessed' }),
      'nonsense',
      '{}',
    ]) {
      writeFileSync(file, text)
      const replaced = await provide()
      expect(replaced.clientId).not.toBe(clientId)
      expect(await provide()).toEqual(replaced)
    }
    expect(await countClients()).toBe(4)
  })
})
