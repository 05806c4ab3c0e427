import { expect, it, vi } from 'vitest'

import { openField } from '@sluice/card-encryption/decrypt'
import { chooseKey, parseKeySet, sealField } from '@sluice/card-encryption/encrypt'
import { TERMINAL_FEATURES } from '@sluice/types/vocabulary'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createManualClock } from '../../../platform/test/manual-clock.ts'
import { createEncryptionKeyStore, destroyExpiredEncryptionKeys } from './encryption-key.store.ts'
import { chooseKeysToPublish, openingEndMs } from './encryption-keys.ts'
import { toKeySet } from './encryption-keys.wire.ts'
import { makeClientKey } from './identifiers.ts'
import type { NewMerchant } from './merchant.ts'
import { createMerchantStore } from './merchant.store.ts'
import { noteOfTerminal, provisionSandbox } from './provision-sandbox.ts'
import type { Database } from '../composition/tables.ts'

const DAY_MS = 86_400_000

const random = createSystemRandom(systemClock)
const sealer = createSealer(Buffer.alloc(32, 1), random)

function prepare({ db }: OpenDatabase<Database>, clock = createManualClock()) {
  const createStore = () => createMerchantStore({ db, sealer, clock, random })
  return { db, clock, store: createStore(), createStore }
}

const SHOP_ORIGIN = 'https://shop.example'

function newMerchant(changes: Partial<NewMerchant> = {}): NewMerchant {
  return {
    id: random.uuid(),
    sandboxId: null,
    madeBy: null,
    name: 'Blåbär AB',
    terminals: [
      {
        id: 'T00000000001',
        status: 'NOT_ACCEPTING',
        features: new Set(['TRX_TYPE_PURCHASE', 'THREE_DS']),
        brands: new Set(['VISA']),
        methods: new Set(['card', 'payment_upi']),
        methodSettings: new Map([['payment_upi', { name: 'UPI app', order: 1, visible: false }]]),
        alternativeAccounts: new Map([
          ['payment_upi', { providerId: 'sim-payments', accountId: 'sim-payments-eur' }],
        ]),
        routing: [{ providerId: 'sim-a', accountId: 'sim-a-eur' }],
        maxRetries: 2,
        onUnavailable: 'PROCEED',
        installments: [],
        origins: ['https://shop.example'],
        threeDsServer: null,
        business: null,
        risk: null,
      },
    ],
    clientKey: { clientKey: makeClientKey('test', random), origins: [SHOP_ORIGIN] },
    risk: null,
    ...changes,
  }
}

describeOnBothDatabases('merchants', (open) => {
  it('are found with their terminals and keys', async () => {
    const { store } = prepare(await open())
    const merchant = newMerchant()
    expect(await store.addMerchant(merchant)).toBe(true)
    expect(await store.findMerchant(merchant.id)).toEqual({
      id: merchant.id,
      name: 'Blåbär AB',
      business: null,
      risk: null,
      status: 'ACTIVE',
      locale: 'en-US',
      languages: [],
      branding: { merchant_name: 'Blåbär AB', logo_url: null, font_family: null, font_url: null, colors: {} },
      shoppersRemoveCards: true,
      webhookHosts: [],
    })
    const terminal = { merchantId: merchant.id, ...merchant.terminals[0] }
    expect(await store.findTerminal(merchant.id, 'T00000000001')).toEqual(terminal)
    expect(await store.listTerminals(merchant.id)).toEqual([terminal])
    const clientKey = { merchantId: merchant.id, ...merchant.clientKey }
    expect(await store.findClientKey(merchant.clientKey.clientKey)).toEqual(clientKey)
    expect(await store.findClientKeyOf(merchant.id)).toEqual(clientKey)
  })

  it('cannot access each other’s data', async () => {
    const { store } = prepare(await open())
    const [one, other] = [newMerchant(), newMerchant({ terminals: [] })]
    await store.addMerchant(one)
    await store.addMerchant(other)
    expect(await store.findTerminal(other.id, 'T00000000001')).toBeNull()
    expect(await store.listTerminals(other.id)).toEqual([])
    const kids = async (id: string) => (await store.listEncryptionKeys(id)).map(({ kid }) => kid)
    const [ofOne, ofOther] = [await kids(one.id), await kids(other.id)]
    expect(ofOne.filter((kid) => ofOther.includes(kid))).toEqual([])
    const names = [
      await store.fingerprintCard(one.id, '4111111111111111'),
      await store.fingerprintCard(other.id, '4111111111111111'),
    ]
    expect(names[0]).not.toBe(names[1])
  })

  it('are added completely or not at all', async () => {
    const { store, db } = prepare(await open())
    const merchant = newMerchant({ sandboxId: 'demo' })
    await store.addMerchant(merchant)
    expect(await store.addMerchant(merchant)).toBe(false)
    expect(await store.addMerchant(newMerchant({ sandboxId: 'demo' }))).toBe(false)
    // Its client key exists already, so the terminals that were inserted before must be removed again.
    await expect(store.addMerchant(newMerchant({ clientKey: merchant.clientKey }))).rejects.toThrow()
    expect(await db.selectFrom('merchants').select('id').execute()).toEqual([{ id: merchant.id }])
    expect(await db.selectFrom('terminals').select('merchant_id').execute()).toEqual([
      { merchant_id: merchant.id },
    ])
  })

  it('take effect within five seconds when they are deactivated', async () => {
    const { store, db, clock } = prepare(await open())
    const merchant = newMerchant()
    await store.addMerchant(merchant)
    const { clientKey } = merchant.clientKey
    const look = async () => [
      (await store.findMerchant(merchant.id))?.status,
      (await store.findTerminal(merchant.id, 'T00000000001'))?.status,
      (await store.findClientKey(clientKey))?.merchantId,
      await store.isRegisteredOrigin(SHOP_ORIGIN),
    ]
    expect(await look()).toEqual(['ACTIVE', 'NOT_ACCEPTING', merchant.id, true])
    await db.updateTable('merchants').set({ status: 'INACTIVE' }).execute()
    await db.updateTable('terminals').set({ status: 'INACTIVE' }).execute()
    await db.updateTable('client_keys').set({ status: 'INACTIVE' }).execute()
    clock.advance(5_000)
    expect(await look()).toEqual(['INACTIVE', 'INACTIVE', undefined, false])
    expect(await store.findClientKeyOf(merchant.id)).toBeNull()
  })

  it('register exact origins, or any', async () => {
    const { store, clock } = prepare(await open())
    await store.addMerchant(newMerchant())
    expect(await store.isRegisteredOrigin(SHOP_ORIGIN)).toBe(true)
    for (const origin of [
      'https://shop.example.evil',
      'http://shop.example',
      'null',
      '*',
      `https://${'a'.repeat(400)}`,
    ]) {
      expect(await store.isRegisteredOrigin(origin)).toBe(false)
    }
    const anywhere = newMerchant({ clientKey: { clientKey: makeClientKey('test', random), origins: '*' } })
    await store.addMerchant(anywhere)
    clock.advance(5_000)
    expect(await store.isRegisteredOrigin('https://elsewhere.example')).toBe(true)
    expect(await store.findClientKey(anywhere.clientKey.clientKey)).toMatchObject({ origins: '*' })
  })

  it.each(['', 'ck_test_', "ck_test_' or 1=1 --", 'x'.repeat(10_000)])(
    'have no client key %j',
    async (text) => {
      const { store } = prepare(await open())
      expect(await store.findClientKey(text)).toBeNull()
    },
  )

  it('always give a card the same name, without its number', async () => {
    const { store, createStore } = prepare(await open())
    const merchant = newMerchant()
    await store.addMerchant(merchant)
    const name = await store.fingerprintCard(merchant.id, '4111111111111111')
    expect(name).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await createStore().fingerprintCard(merchant.id, '4111111111111111')).toBe(name)
    expect(await store.fingerprintCard(merchant.id, '4111111111111112')).not.toBe(name)
    await expect(store.fingerprintCard('unknown', '4111111111111111')).rejects.toThrow()
  })
})

describeOnBothDatabases('encryption keys', (open) => {
  it('are created at the first request, one in each form', async () => {
    const { store, createStore, clock } = prepare(await open())
    const keys = await store.listEncryptionKeys('m-1')
    expect(keys.map(({ alg, generation }) => [alg, generation])).toEqual(
      expect.arrayContaining([
        ['HPKE-7', 1],
        ['ECDH-ES', 1],
      ]),
    )
    expect(await createStore().listEncryptionKeys('m-1')).toEqual(keys)
    expect(keys.every(({ notBeforeMs }) => notBeforeMs <= clock.now())).toBe(true)
  })

  it('are the same for concurrent processes', async () => {
    const { createStore } = prepare(await open())
    const lists = await Promise.all(Array.from({ length: 6 }, () => createStore().listEncryptionKeys('m-1')))
    const sets = lists.map((keys) => keys.map(({ kid }) => kid).sort())
    expect(sets[0]).toHaveLength(2)
    for (const set of sets) expect(set).toEqual(sets[0])
  })

  it('decrypt what a sender seals for the published set during a rotation', async () => {
    const { store, clock } = prepare(await open())
    const kids = new Set<string>()
    for (let day = 0; day < 220; day += 20) {
      const nowSeconds = clock.now() / 1000
      const set = toKeySet(chooseKeysToPublish(await store.listEncryptionKeys('m-1'), clock.now()))
      const key = chooseKey(parseKeySet(JSON.parse(JSON.stringify(set))), nowSeconds)
      kids.add(key.kid)
      const wire = await sealField({ key, field: 'encrypted_cvv', value: '123', issuedAtSeconds: nowSeconds })
      clock.advance(DAY_MS - 1000)
      const opened = openField({
        wire,
        field: 'encrypted_cvv',
        context: '',
        keys: await store.loadPrivateKeys('m-1'),
        nowSeconds: clock.now() / 1000,
      })
      expect(opened).toMatchObject({ ok: true, value: '123' })
      clock.advance(19 * DAY_MS + 1000)
    }
    expect(kids.size).toBe(3)
  })

  it('are destroyed when they may no longer decrypt', async () => {
    const { store, db, clock } = prepare(await open())
    const [old] = await store.listEncryptionKeys('m-1')
    clock.advance(89 * DAY_MS)
    await store.listEncryptionKeys('m-1')
    clock.advance(3 * DAY_MS)
    expect((await store.loadPrivateKeys('m-1')).has(old?.kid ?? '')).toBe(false)
    clock.advance(88 * DAY_MS)
    await store.listEncryptionKeys('m-1')
    expect(await destroyExpiredEncryptionKeys({ db, clock })).toBe(2)
    const rows = await db.selectFrom('encryption_keys').select('generation').orderBy('generation').execute()
    expect(rows.map(({ generation }) => generation)).toEqual([2, 2, 3, 3])
  })

  it('are not stored in clear', async () => {
    const { store, db } = prepare(await open())
    await store.listEncryptionKeys('m-1')
    for (const row of await db.selectFrom('encryption_keys').selectAll().execute()) {
      expect(Object.keys(JSON.parse(row.public_jwk) as object)).not.toContain('d')
      expect(row.private_sealed.toString('latin1')).not.toContain('"d"')
    }
  })

  it('drops an opened private key once the key may no longer decrypt', async () => {
    const { db, clock, store } = prepare(await open())
    const merchant = newMerchant()
    await store.addMerchant(merchant)
    const opened = vi.fn(sealer.open)
    const memoryClock = createManualClock()
    const keys = createEncryptionKeyStore(
      { db, clock, sealer: { ...sealer, open: opened } },
      { clock: memoryClock, maxEntries: 10, lifetimeMs: DAY_MS },
    )
    const [first] = await keys.listEncryptionKeys(merchant.id)
    const { size } = await keys.loadPrivateKeys(merchant.id)
    await keys.loadPrivateKeys(merchant.id)
    expect(opened).toHaveBeenCalledTimes(size)
    // Only the cache's clock advances, so the list of keys is still the same.
    memoryClock.advance(openingEndMs(first ?? { expiresAtMs: NaN }) - memoryClock.now())
    await keys.loadPrivateKeys(merchant.id)
    expect(opened).toHaveBeenCalledTimes(2 * size)
  })
})

describeOnBothDatabases('terminals that proceed without authentication', (open) => {
  it('are listed while they are active', async () => {
    const { store } = prepare(await open())
    const [terminal] = newMerchant().terminals
    if (!terminal) throw new Error('no terminal')
    const merchant = newMerchant({
      terminals: [
        { ...terminal, id: 'T00000000001', status: 'ACTIVE' },
        { ...terminal, id: 'T00000000002', status: 'INACTIVE' },
        { ...terminal, id: 'T00000000003', status: 'ACTIVE', onUnavailable: 'DECLINE' },
      ],
    })
    await store.addMerchant(merchant)
    const listed = await store.listProceedingTerminals()
    expect(listed.map(({ merchantId, id }) => [merchantId, id])).toEqual([[merchant.id, 'T00000000001']])
  })
})

describeOnBothDatabases('provisionSandbox', (open) => {
  const routing = ['a', 'b'].map((letter) => ({ providerId: letter, accountId: `${letter}-eur` }))
  const accounts = {
    routing,
    authenticating: [{ providerId: 'd', accountId: 'd-eur' }],
    alternativeAccounts: new Map([['payout_upi', { providerId: 'c', accountId: 'c-eur' }]]),
  }
  const options = {
    sandboxId: 'demo',
    name: 'Demo shop',
    origins: '*',
    maxRetries: 5,
    accounts,
    random,
  } as const

  it('makes a terminal with all features, four that lack some, and one whose acquirer authenticates', async () => {
    const { store } = prepare(await open())
    const merchantId = await provisionSandbox(store, options)
    const terminals = await store.listTerminals(merchantId)
    const all = [...TERMINAL_FEATURES]
    const without = (...features: string[]) => all.filter((feature) => !features.includes(feature))
    expect(
      terminals.map(({ features, status }, place) => [noteOfTerminal(place), status, [...features]]),
    ).toEqual([
      ['every feature', 'ACTIVE', all],
      ['no tokenization', 'ACTIVE', without('TOKENIZATION')],
      ['no payments and no payouts', 'ACTIVE', without('TRX_TYPE_PAYMENT', 'TRX_TYPE_PAYOUT')],
      ['inactive', 'INACTIVE', all],
      [
        'no optional features',
        'ACTIVE',
        without(
          'FALLBACK_ROUTING',
          'PARTIAL_APPROVALS',
          'CHALLENGE_PREFERENCE',
          'SCA_EXEMPTIONS',
          'TRX_TYPE_VERIFY',
          'TRX_TYPE_INCREMENT',
          'TRX_TYPE_EXTEND',
        ),
      ],
      ['the acquirer authenticates the shopper', 'ACTIVE', all],
    ])
    expect(terminals[0]).toMatchObject({ maxRetries: 5, onUnavailable: 'DECLINE', origins: [] })
    const { routing, authenticating, alternativeAccounts } = accounts
    for (const terminal of terminals.slice(0, -1))
      expect(terminal).toMatchObject({ routing, alternativeAccounts })
    expect(terminals.at(-1)).toMatchObject({ routing: authenticating, alternativeAccounts })
    expect(await store.findClientKeyOf(merchantId)).toMatchObject({ origins: '*' })
    expect(await store.findMerchant(merchantId)).toMatchObject({ name: 'Demo shop' })
  })

  it('makes the sandbox once, for concurrent and repeated calls', async () => {
    const { createStore } = prepare(await open())
    const ids = await Promise.all(Array.from({ length: 4 }, () => provisionSandbox(createStore(), options)))
    const later = await provisionSandbox(createStore(), options)
    expect(new Set([...ids, later]).size).toBe(1)
    expect(await createStore().listTerminals(later)).toHaveLength(6)
    expect(await provisionSandbox(createStore(), { ...options, sandboxId: 'other' })).not.toBe(later)
  })
})
