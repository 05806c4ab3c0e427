import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { createAuditTrail } from '@sluice/platform/audit/audit-trail.store'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { createClientStore } from '@sluice/identity/client.store'
import { createClients } from '@sluice/identity/manage-clients'

import { describeOnBothDatabases } from '../../test/databases.ts'
import { createManualClock } from '../../../platform/test/manual-clock.ts'
import {
  createMerchantStore,
  findBrandingAsset,
  provisionSandbox,
  readConfigured,
} from '../merchants/index.ts'
import { createSubscriptionStore } from '../webhooks/index.ts'
import { exportMerchant } from './export-merchant.store.ts'
import { addMerchant } from './add-merchant.store.ts'
import { changeMerchant, readSettings } from './change-merchant.store.ts'
import { loadConfigurationFile } from './load-configuration-file.ts'
import type { MerchantDocument } from './merchant-document.ts'
import type { Database } from '../composition/tables.ts'
import { STANDARD_RISK } from '../risk/index.ts'
import { applyConfiguration } from './apply-configuration.store.ts'
import { describePlan } from './describe-plan.ts'
import { fileSchema } from './file-schema.ts'
import type { LiveProcess } from './hold-back.ts'
import { toConfigurationFile } from './to-configuration-file.ts'

const random = createSystemRandom(systemClock)
const sealer = createSealer(randomBytes(32), random)
const clock = createManualClock()

const SECRETS: Readonly<Record<string, string>> = {
  first: 'the first secret',
  second: 'the second secret',
  hook: `whsec_${Buffer.alloc(32, 'abcdefghijklmnopqrstuvwxyz').toString('base64')}`,
  'other-hook': `whsec_${Buffer.alloc(32, 'zyxwvutsrqponmlkjihgfedcba').toString('base64')}`,
}

function prepare({ db, dialect }: OpenDatabase<Database>) {
  const fetched: string[] = []
  const live: LiveProcess[] = []
  const transact = createTransact<Database>({ db, random, timers: systemTimers })
  const ports = {
    db,
    fetchAsset: async (url: string) => {
      fetched.push(url)
      return Buffer.from(
        url.endsWith('.woff2') ? 'wOF2 font' : url.endsWith('.png') ? '\x89PNG\r\n\x1a\n' : '<svg/>',
        'latin1',
      )
    },
    transact,
    dialect,
    audit: createAuditTrail({ db, transact, dialect, clock, random, linkRecord: () => '' }),
    sealer,
    clock,
    random,
    makeWebhookSecret: () => new Secret(`whsec_${randomBytes(32).toString('base64')}`),
    listLive: () => Promise.resolve(live),
  }
  const apply = async (merchants: unknown[], isDryRun = false) => {
    const { merchants: entries } = toConfigurationFile(fileSchema.parse({ merchants }), {
      readSecret: (_place, path) => new Secret(SECRETS[path] ?? ''),
      readPublicKey: () => null,
      maxRetries: 5,
      providerTimeoutMs: 1000,
    })
    const version = { revision: null, digest: JSON.stringify(merchants) }
    const options = { isDryRun, appliesOlder: true }
    return describePlan(await applyConfiguration(ports, { merchants: entries, version }, options), {
      isDryRun,
    })
  }
  return { db, ports, live, fetched, apply, store: createMerchantStore({ db, sealer, clock, random }) }
}

/** Nothing is known of the providers. */
const installmentsOf = () => null

const nameOf = (rule: { readonly id: string } | undefined) => ({ id: rule?.id })

const CLIENT_KEY = 'ck_test_00000000000000000000000000000001'
const SHOP_ID = merchantIdOf('shop')

const TERMINAL = {
  terminal_id: 'T00000000001',
  features: ['TRX_TYPE_PURCHASE', 'THREE_DS'],
  routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
}

function shop(changes: Record<string, unknown> = {}) {
  return {
    id: 'shop',
    name: 'Shop',
    terminals: [TERMINAL],
    clients: [{ client_id: 'shop', secret_files: ['first'] }],
    client_keys: [{ client_key: CLIENT_KEY, origins: ['https://shop.example'] }],
    webhooks: [{ id: 'orders', url: 'https://shop.example/hooks' }],
    ...changes,
  }
}

const TABLES = [
  'merchants',
  'terminals',
  'api_clients',
  'client_keys',
  'client_key_origins',
  'webhook_subscriptions',
  'audit_entries',
  'branding_assets',
] as const

/** Returns every row that a configuration can change. */
async function dump(db: Kysely<Database>): Promise<unknown> {
  return Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()))
}

describeOnBothDatabases('a configuration', (open) => {
  it('is applied from the file, and reported record by record', async () => {
    const { db, store, apply } = prepare(await open())
    expect(await apply([shop()])).toBe(
      [
        `shop (${SHOP_ID})`,
        `  + merchant ${SHOP_ID}`,
        '  + terminal T00000000001',
        `  + client key ${CLIENT_KEY}`,
        '  + client shop',
        '  + webhook orders: with a new secret in the data directory',
        '5 changed.\n',
      ].join('\n'),
    )
    expect(await store.findMerchant(SHOP_ID)).toMatchObject({ name: 'Shop', status: 'ACTIVE' })
    expect(await store.findTerminal(SHOP_ID, 'T00000000001')).toMatchObject({
      status: 'ACTIVE',
      maxRetries: 5,
    })
    expect(await store.findClientKey(CLIENT_KEY)).toMatchObject({ origins: ['https://shop.example'] })
    expect(await store.fingerprintCard(SHOP_ID, '4111111111111111')).toHaveLength(43)
    const client = await db.selectFrom('api_clients').selectAll().executeTakeFirstOrThrow()
    expect(client).toMatchObject({ merchant_id: SHOP_ID, roles: '["merchant"]', second_secret_hash: null })
    expect(client.secret_hash).toEqual(hashSecret('the first secret'))
    const changes = await db.selectFrom('audit_entries').select(['about', 'action', 'subject']).execute()
    expect(changes).toHaveLength(5)
    expect(changes).toContainEqual({ about: SHOP_ID, action: 'configuration.apply', subject: 'orders' })
  })

  it('is not written again if only the order in the file changed', async () => {
    const { db, apply } = prepare(await open())
    const roles = ['merchant', 'transactions:payout']
    const keys = (origins: string[]) => [{ client_key: CLIENT_KEY, origins }]
    const client = { client_id: 'shop', roles, secret_files: ['first', 'second'] }
    await apply([shop({ clients: [client], client_keys: keys(['https://a.example', 'https://b.example']) })])
    const before = await dump(db)
    clock.advance(1)
    const again = shop({
      terminals: [{ ...TERMINAL, features: [...TERMINAL.features].reverse() }],
      clients: [{ ...client, roles: [...roles].reverse(), secret_files: ['second', 'first'] }],
      client_keys: keys(['https://b.example', 'https://a.example']),
    })
    expect(await apply([again])).toBe('Everything matches the file: nothing to change.\n')
    expect(await dump(db)).toEqual(before)
  })

  it('reports the changed members, and changes nothing else', async () => {
    const { db, apply } = prepare(await open())
    await apply([shop(), { id: 'other', name: 'Other' }])
    const changed = shop({
      name: 'New name',
      language: 'sv',
      terminals: [{ ...TERMINAL, status: 'NOT_ACCEPTING', max_retries: 1 }],
      clients: [{ client_id: 'shop', secret_files: ['first', 'second'] }],
      client_keys: [{ client_key: CLIENT_KEY, origins: ['https://b.example'], status: 'INACTIVE' }],
      webhooks: [{ id: 'orders', url: 'https://shop.example/new', filters: ['transaction:approved'] }],
    })
    const [secret] = await db.selectFrom('webhook_subscriptions').select('secret_sealed').execute()
    expect(await apply([changed])).toBe(
      [
        `shop (${SHOP_ID})`,
        `  ~ merchant ${SHOP_ID}: name, locale, branding`,
        '  ~ terminal T00000000001: status, maxRetries',
        `  ~ client key ${CLIENT_KEY}: status, origins`,
        '  ~ client shop: secrets',
        '  ~ webhook orders: url, filters',
        '5 changed.\n',
      ].join('\n'),
    )
    expect(await db.selectFrom('webhook_subscriptions').select('secret_sealed').execute()).toEqual([secret])
    expect(await db.selectFrom('merchants').select('status').execute()).toHaveLength(2)
  })

  it('deactivates terminals and keys that are not in the file, and does not touch other merchants', async () => {
    const { store, db, apply } = prepare(await open())
    await apply([
      shop(),
      { id: 'other', name: 'Other', terminals: [{ ...TERMINAL, terminal_id: 'T00000000002' }] },
    ])
    expect(await apply([{ id: 'shop', name: 'Shop' }])).toBe(
      [
        `shop (${SHOP_ID})`,
        '  - terminal T00000000001: no longer in the file: deactivated',
        `  - client key ${CLIENT_KEY}: no longer in the file: deactivated`,
        '  - client shop: no longer in the file: deactivated',
        '  - webhook orders: no longer in the file: deactivated',
        '4 changed.\n',
      ].join('\n'),
    )
    expect(await store.findTerminal(SHOP_ID, 'T00000000001')).toMatchObject({ status: 'INACTIVE' })
    expect(await store.findTerminal(merchantIdOf('other'), 'T00000000002')).toMatchObject({
      status: 'ACTIVE',
    })
    expect(await store.findClientKey(CLIENT_KEY)).toBeNull()
    expect(await apply([{ id: 'shop', name: 'Shop' }])).toMatch(/^Everything/)
    const rows = await db.selectFrom('webhook_subscriptions').select('status').execute()
    expect(rows).toEqual([{ status: 'DISABLED' }])
  })

  it('stores risk rules, and block lists as hashes; the same list again changes nothing', async () => {
    const { db, store, apply } = prepare(await open())
    const rules = [{ id: 'once', subject: 'CARD', counts: 'PAYMENTS', most: 1, within_minutes: 60 }]
    const risk = { rules, blocked: { emails: ['eve@example.com'], addresses: ['203.0.113.66'] } }
    await apply([shop({ risk, terminals: [{ ...TERMINAL, risk: { rules } }] })])
    expect((await store.findMerchant(SHOP_ID))?.risk?.rules).toMatchObject([
      { id: 'once', windowMs: 3_600_000 },
    ])
    expect((await store.findTerminal(SHOP_ID, 'T00000000001'))?.risk?.rules).toHaveLength(1)
    const name = await store.loadNamingKey(SHOP_ID)
    expect((await store.findMerchant(SHOP_ID))?.risk?.blocked).toEqual({
      cards: [],
      emails: [name('email', 'eve@example.com')],
      addresses: [name('address', '203.0.113.66')],
    })
    expect(JSON.stringify(await dump(db))).not.toMatch(/eve@|203\.0\.113/)
    const moved = { rules, blocked: { addresses: ['203.0.113.66'], emails: ['EVE@example.com'] } }
    expect(await apply([shop({ risk: moved, terminals: [{ ...TERMINAL, risk: { rules } }] })])).toMatch(
      /^Everything/,
    )
    expect(await apply([shop({ terminals: [{ ...TERMINAL, risk: { rules } }] })])).toContain(
      `  ~ merchant ${SHOP_ID}: risk\n`,
    )
    expect(await apply([shop()])).toContain('  ~ terminal T00000000001: risk\n')
  })

  it('changes nothing in a dry run', async () => {
    const { db, apply } = prepare(await open())
    expect(await apply([shop()], true)).toMatch(/5 to change; nothing was written\.\n$/)
    expect(await dump(db)).toEqual(TABLES.map(() => []))
  })

  it('rejects ids of another merchant, reports all of them, and applies nothing', async () => {
    const { db, apply } = prepare(await open())
    await apply([shop()])
    await apply([{ id: 'shop', name: 'Shop' }])
    const before = await dump(db)
    const thief = shop({ id: 'thief', name: 'Thief' })
    const thiefId = merchantIdOf('thief')
    await expect(apply([{ id: 'new', name: 'New' }, thief])).rejects.toThrow(
      [
        'The configuration file was not applied:',
        `  terminal T00000000001 belongs to merchant ${SHOP_ID}: create another one for ${thiefId}`,
        `  client key ${CLIENT_KEY} belongs to merchant ${SHOP_ID}: create another one for ${thiefId}`,
      ].join('\n'),
    )
    const client = { clients: [{ client_id: 'shop', secret_files: ['first'] }] }
    await expect(apply([{ id: 'thief', name: 'Thief', ...client }])).rejects.toThrow(
      `client shop belongs to merchant ${SHOP_ID}: choose another client id for ${thiefId}`,
    )
    expect(await dump(db)).toEqual(before)
  })

  it('does not touch sandboxes', async () => {
    const { store, apply } = prepare(await open())
    const accounts = { routing: [], alternativeAccounts: new Map() }
    const sandbox = {
      sandboxId: 'demo',
      name: 'Demo',
      maxRetries: 5,
      accounts,
      origins: '*',
      random,
    } as const
    const id = await provisionSandbox(store, sandbox)
    await expect(apply([{ id, name: 'Taken over' }])).rejects.toThrow(`merchant ${id} is the sandbox demo`)
    expect(await store.findSandbox('demo')).toMatchObject({ name: 'Demo' })
  })

  it('replaces a webhook’s secret if the file names another one', async () => {
    const { db, apply } = prepare(await open())
    const webhook = { id: 'orders', url: 'https://shop.example/hooks' }
    await apply([shop({ webhooks: [{ ...webhook, secret_file: 'hook' }] })])
    expect(await apply([shop({ webhooks: [{ ...webhook, secret_file: 'other-hook' }] })])).toContain(
      '  ~ webhook orders: secret\n',
    )
    // The receiver has failed for days.
    await db.updateTable('webhook_subscriptions').set({ status: 'DISABLED' }).execute()
    expect(await apply([shop()])).toMatch(/^Everything/)
    expect(await apply([shop({ webhooks: [{ ...webhook, status: 'ACTIVE' }] })])).toContain(
      'webhook orders: status',
    )
  })

  it('fetches logos and fonts once, and its pages load them from the gateway', async () => {
    const { db, fetched, apply, store } = prepare(await open())
    const branding = { logo_url: 'https://a.example/a.png', font_url: 'https://a.example/a.woff2' }
    expect(await apply([shop({ branding })], true)).toContain('to change')
    expect(await db.selectFrom('branding_assets').select('digest').execute()).toEqual([])
    await apply([shop({ branding })])
    fetched.length = 0
    expect(await apply([shop({ branding })])).toMatch(/^Everything/)
    expect(fetched).toEqual([])
    const { logo_url: logo } = (await store.findMerchant(SHOP_ID))?.branding ?? {}
    expect(logo).toMatch(/^\/branding\/[0-9a-f]{64}$/)
    expect(await findBrandingAsset(db, logo?.split('/').at(-1) ?? '')).toEqual({
      mediaType: 'image/png',
      bytes: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    })
    await expect(apply([shop({ branding: { logo_url: 'https://a.example/a.svg' } })])).rejects.toThrow(
      'the logo of Shop, https://a.example/a.svg, cannot be used: it is not a PNG, JPEG or WebP image',
    )
  })

  it('is applied once by processes that start together', async () => {
    const { db, apply } = prepare(await open())
    const plans = await Promise.all(Array.from({ length: 4 }, () => apply([shop(), { id: 'b', name: 'B' }])))
    expect(plans.filter((plan) => plan.endsWith('6 changed.\n'))).toHaveLength(1)
    expect(plans.filter((plan) => plan.startsWith('Everything'))).toHaveLength(3)
    expect(await db.selectFrom('audit_entries').select('id').execute()).toHaveLength(6)
  })

  it('holds a route back until every live gateway can serve it, and changes the rest', async () => {
    const { apply, live, db } = prepare(await open())
    await apply([shop()])
    live.push({ name: 'a:1', reaches: new Set(['sim-a/sim-a-eur', 'acme/main']) })
    live.push({ name: 'b:2', reaches: new Set(['sim-a/sim-a-eur']) })
    live.push({ name: 'an earlier version', reaches: null })
    const acme = { provider: 'acme', account: 'main' }
    const other = { ...TERMINAL, terminal_id: 'T00000000002' }
    const wanted = [
      shop({ name: 'Shop 2', terminals: [{ ...TERMINAL, routing: [acme, ...TERMINAL.routing] }, other] }),
    ]
    const said = await apply(wanted)
    expect(said).toContain('~ merchant')
    expect(said).toContain('Not used yet at terminal T00000000001: acme/main')
    expect(said).toContain('b:2')
    expect(said).not.toContain('a:1')
    const routing = async () =>
      (await readConfigured(db, SHOP_ID))?.merchant.terminals.find(({ id }) => id === TERMINAL.terminal_id)
        ?.routing
    expect(await routing()).toEqual([{ providerId: 'sim-a', accountId: 'sim-a-eur' }])

    // A terminal without another route keeps its own.
    await apply([shop({ terminals: [{ ...TERMINAL, routing: [acme] }] })])
    expect(await routing()).toEqual([{ providerId: 'sim-a', accountId: 'sim-a-eur' }])

    live.length = 0
    expect(await apply(wanted)).not.toContain('Not used yet')
    expect((await routing())?.map(({ providerId }) => providerId)).toEqual(['acme', 'sim-a'])
  })

  it('changes nothing at a start with an older file', async () => {
    const { apply, ports, store } = prepare(await open())
    const [older, newer] = [[shop({ terminals: [] })], [shop()]]
    await apply(older)
    await apply(newer)
    const start = (merchants: unknown[]) =>
      applyConfiguration(
        ports,
        { merchants: [], version: { revision: null, digest: JSON.stringify(merchants) } },
        { isDryRun: false, appliesOlder: false },
      )
    expect((await start(older)).superseded).toContain('applied earlier')
    expect((await store.findTerminal(SHOP_ID, TERMINAL.terminal_id))?.status).toBe('ACTIVE')
    expect((await start(newer)).superseded).toBeNull()
  })
})

describeOnBothDatabases('a merchant between file and portal', (open) => {
  const features = ['TRX_TYPE_PURCHASE']

  it('is handed over by the file, which changes nothing from then on', async () => {
    const { db, apply } = prepare(await open())
    await apply([shop()])
    expect(await apply([shop({ managed_by: 'portal' })])).toContain(`~ merchant ${SHOP_ID}: managed_by`)
    const other = shop({ managed_by: 'portal', name: 'Other', terminals: [{ ...TERMINAL, features }] })
    expect(await apply([other])).toBe('Everything matches the file: nothing to change.\n')
    expect(await readSettings(db, SHOP_ID)).toMatchObject({ managedBy: 'PORTAL', document: { name: 'Shop' } })
  })

  it('is not taken over by accident, but taken back if the file requests it', async () => {
    const { db, apply } = prepare(await open())
    await apply([shop({ managed_by: 'portal' })])
    const before = await dump(db)
    await expect(apply([shop({ name: 'Other' })])).rejects.toThrow(
      /is managed in the portal: remove it from the file/,
    )
    expect(await dump(db)).toEqual(before)
    await apply([shop({ name: 'Other', managed_by: 'file' })])
    expect(await readSettings(db, SHOP_ID)).toMatchObject({ managedBy: 'FILE', document: { name: 'Other' } })
  })

  it('can be changed at the portal while the portal manages it, but not with an old version', async () => {
    const { db, apply, ports } = prepare(await open())
    await apply([shop()])
    const change = (version: number) =>
      changeMerchant(
        {
          ...ports,
          isProduction: false,
          maxRetries: 5,
          standardRisk: null,
          threeDsServers: [],
          installmentsOf,
        },
        { merchantId: SHOP_ID, version },
        (document) => ({ ...document, language: 'sv' }),
      )
    expect(await change(1)).toEqual({ ok: false, refusal: 'managed_by_file' })
    await apply([shop({ managed_by: 'portal' })])
    const { version = 0 } = (await readSettings(db, SHOP_ID)) ?? {}
    const answers = await Promise.all([change(version), change(version)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers).toContainEqual({ ok: false, refusal: 'changed_meanwhile' })
    expect(await readSettings(db, SHOP_ID)).toMatchObject({
      version: version + 1,
      document: { language: 'sv' },
    })
  })

  it('cannot name an unconfigured 3DS server, in a change or a new entry', async () => {
    const { db, apply, ports } = prepare(await open())
    await apply([shop({ managed_by: 'portal' })])
    const changing = {
      ...ports,
      isProduction: false,
      maxRetries: 5,
      standardRisk: null,
      threeDsServers: ['main'],
      installmentsOf,
    }
    const name =
      (server: string) =>
      (document: MerchantDocument): MerchantDocument => ({
        ...document,
        terminals: (document.terminals ?? []).map((terminal) => ({ ...terminal, three_ds: { server } })),
      })
    const { version = 0, document } = (await readSettings(db, SHOP_ID)) ?? {}
    const about = { merchantId: SHOP_ID, version }
    const problems = [expect.objectContaining({ got: 'mian' })]
    expect(await changeMerchant(changing, about, name('mian'))).toMatchObject({
      refusal: 'not_valid',
      problems,
    })
    expect(await changeMerchant(changing, about, name('main'))).toMatchObject({ ok: true })
    const added = { ...name('mian')(document as MerchantDocument), id: 'another' }
    expect(await addMerchant(changing, added, { knows: () => true })).toMatchObject({
      kind: 'not_valid',
      problems,
    })
  })

  it('cannot offer installments that no provider of the terminal offers, and keeps those it had', async () => {
    const { db, apply, ports } = prepare(await open())
    const plan = (min_count: number, max_count: number) =>
      ({ currency: 'MXN', min_count, max_count }) as const
    await apply([shop({ managed_by: 'portal', terminals: [{ ...TERMINAL, installments: [plan(10, 11)] }] })])
    const changing = {
      ...ports,
      isProduction: false,
      maxRetries: 5,
      standardRisk: null,
      threeDsServers: [],
      installmentsOf: (id: string) => id === 'sim-a' && new Map([['MXN', new Set([3, 6])]]),
    }
    const offer = async (...installments: ReturnType<typeof plan>[]) => {
      const { version = 0 } = (await readSettings(db, SHOP_ID)) ?? {}
      return changeMerchant(changing, { merchantId: SHOP_ID, version }, (document) => ({
        ...document,
        terminals: (document.terminals ?? []).map((terminal) => ({ ...terminal, installments })),
      }))
    }
    expect(await offer(plan(3, 12), plan(4, 5))).toEqual({
      ok: false,
      refusal: 'not_valid',
      problems: [
        {
          name: 'terminals[0].installments[1].currency',
          got: 'MXN in 4 to 5 installments at terminal T00000000001, which no provider of its routing offers',
          fix: 'use a currency and numbers of installments that one offers, or remove the entry',
        },
      ],
    })
    // Problems of the operator's file do not count against the change.
    expect(await offer(plan(10, 11))).toMatchObject({ ok: true })
    expect(await offer(plan(3, 12))).toMatchObject({ ok: true })
    expect(await offer(plan(10, 11))).toMatchObject({ refusal: 'not_valid' })
    expect(await offer()).toMatchObject({ ok: true })
    const [terminal] = (await readConfigured(db, SHOP_ID))?.merchant.terminals ?? []
    expect(terminal?.installments).toEqual([])
  })

  it('keeps the default rules with a block list once its own rules are removed', async () => {
    const { apply, db, ports } = prepare(await open())
    const rule = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 } as const
    const risk = { rules: [rule], blocked: { emails: ['blocked@shopper.example'] } }
    await apply([shop({ managed_by: 'portal', risk })])
    const changeRisk = async (input: MerchantDocument['risk'] | null) => {
      const { version = 0 } = (await readSettings(db, SHOP_ID)) ?? {}
      const outcome = await changeMerchant(
        {
          ...ports,
          isProduction: true,
          maxRetries: 5,
          standardRisk: STANDARD_RISK.production,
          threeDsServers: [],
          installmentsOf,
        },
        { merchantId: SHOP_ID, version },
        ({ risk: _, ...document }) => (input === null ? document : { ...document, risk: input }),
      )
      expect(outcome.ok).toBe(true)
      return (await readConfigured(db, SHOP_ID))?.merchant.risk
    }
    const blocked = (await readConfigured(db, SHOP_ID))?.merchant.risk?.blocked
    expect(blocked?.emails).toHaveLength(1)
    expect(await changeRisk(null)).toEqual({ rules: STANDARD_RISK.production?.rules, blocked })
    expect(await changeRisk({ rules: [] })).toEqual({ rules: [], blocked })
  })

  it('keeps the default rules of production in addition to those from the test environment', async () => {
    const { db, ports } = prepare(await open())
    const rule = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 } as const
    const [cards, addresses] = STANDARD_RISK.production?.rules ?? []
    const adopt = async (id: string, environment: 'production' | 'test', risk?: MerchantDocument['risk']) => {
      const document = { id, name: id, ...(risk && { risk }) } as MerchantDocument
      const changing = {
        ...ports,
        isProduction: true,
        maxRetries: 5,
        threeDsServers: [],
        installmentsOf,
        standardRisk: STANDARD_RISK[environment],
      }
      expect(await addMerchant(changing, document, { knows: () => true })).toMatchObject({ kind: 'added' })
      return (await readConfigured(db, merchantIdOf(id)))?.merchant.risk?.rules
    }
    expect(await adopt('one', 'production', { rules: [rule] })).toMatchObject(
      [cards, addresses, rule].map(nameOf),
    )
    // The entry of a merchant with only block lists, which are not exported.
    expect(await adopt('two', 'production', { rules: [] })).toEqual([cards, addresses])
    const stricter = { ...rule, id: 'card-guesses' }
    expect(await adopt('three', 'production', { rules: [stricter] })).toMatchObject([
      { id: 'card-guesses', most: 3 },
      nameOf(addresses),
    ])
    expect(await adopt('four', 'production')).toBeUndefined()
    expect(await adopt('five', 'test', { rules: [rule] })).toMatchObject([nameOf(rule)])
  })

  it('is the same merchant in another installation that applies its exported file', async () => {
    const here = prepare(await open())
    const branding = { logo_url: 'https://shop.example/logo.png', colors: { accent: '#123456' } }
    const rule = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 }
    await here.apply([
      shop({
        branding,
        language: 'de',
        languages: ['de', 'pl'],
        shoppers_remove_cards: true,
        risk: { rules: [rule], blocked: { emails: ['blocked@shopper.example'] } },
        clients: [{ client_id: 'shop', secret_files: ['first', 'second'] }],
        terminals: [
          {
            ...TERMINAL,
            origins: ['https://shop.example'],
            three_ds: { on_unavailable: 'PROCEED' },
            alternative_accounts: { payment_bank_transfer: { provider: 'sim-a', account: 'sim-a-eur' } },
          },
          { ...TERMINAL, terminal_id: 'T00000000002', status: 'NOT_ACCEPTING', brands: ['VISA'] },
        ],
      }),
    ])
    const text = await exportFrom(here.ports)
    expect(text).toContain('# 1 entries of block lists')
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret)

    const there = prepare(await open())
    const folder = await mkdtemp(join(tmpdir(), 'export-'))
    await writeFile(join(folder, 'sluice.yaml'), text)
    const file = loadConfigurationFile(join(folder, 'sluice.yaml'), {
      environment: 'test',
      masterKey: null,
      maxRetries: 0,
      providerTimeoutMs: 1000,
    })
    await rm(folder, { recursive: true })
    await applyConfiguration(there.ports, file, { isDryRun: false, appliesOlder: true })

    const [one, other] = [await readConfigured(here.db, SHOP_ID), await readConfigured(there.db, SHOP_ID)]
    expect(other?.merchant).toEqual({
      ...one?.merchant,
      risk: { ...one?.merchant.risk, blocked: { cards: [], emails: [], addresses: [] } },
    })
    const clientsOf = ({ db }: typeof here) =>
      db
        .selectFrom('api_clients')
        .select(['client_id', 'secret_hash', 'second_secret_hash', 'roles'])
        .execute()
    expect(await clientsOf(there)).toEqual(await clientsOf(here))
    expect(await exportFrom(there.ports)).toBe(text.replace(/^# 1 entries.*\n/m, ''))
  })
})

/** Returns the merchant's file as the portal exports it. */
async function exportFrom(ports: ReturnType<typeof prepare>['ports']): Promise<string> {
  const clients = createClients({ clients: createClientStore(ports), random, realTime: clock })
  const subscriptions = createSubscriptionStore(ports)
  return (await exportMerchant(ports.db, { clients, subscriptions }, SHOP_ID)) ?? ''
}
