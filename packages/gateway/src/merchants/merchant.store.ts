import { createHmac, createSecretKey } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'

import type { CardBrand, TerminalFeature } from '@sluice/types/vocabulary'
import { CARD_METHOD_TYPES, DEFAULT_LOCALE } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { Secret } from '@sluice/platform/kernel/secret'
import { createTimedCache, memoize } from '@sluice/platform/kernel/timed-cache'
import { addressBlock } from '@sluice/platform/http/address-block'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { MerchantTable, MerchantTables, TerminalTable } from './merchants.tables.ts'
import { nameBlocked, type NameParty, type RiskSettings } from '../risk/index.ts'
import type { MethodSettings } from '../method-catalogue/index.ts'
import { createEncryptionKeyStore } from './encryption-key.store.ts'
import { isClientKey } from './identifiers.ts'
import type { ClientKey, ManagedBy, Merchant, NewMerchant, ProviderAccount, Terminal } from './merchant.ts'
import { toFault } from './sandbox-faults.store.ts'
import type { SandboxFault } from './sandbox-faults.ts'

/** A deactivation takes effect in every process within this time. */
const MAX_AGE_MS = 5_000

/** The most entries that the cache of each kind of record holds. A full cache takes a few megabytes. */
const MAX_REMEMBERED = 10_000

/** Longer than any host name: a longer text is not an origin. */
const ORIGIN_MAX_CHARS = 300

/** Represents every origin in the table of origins. */
export const ANY_ORIGIN = '*'

/** The length of the output of the hash that it keys. */
const FINGERPRINT_KEY_BYTES = 32

export interface MerchantStoreOptions {
  readonly db: Kysely<MerchantTables>
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
}

/**
 * Stores merchants and what belongs to them. Results are cached for up to five seconds, so a deactivation takes effect within
 * that time. A record of another merchant counts as unknown.
 */
export type MerchantStore = ReturnType<typeof createMerchantStore>

export function createMerchantStore(options: MerchantStoreOptions) {
  const { db, sealer, clock } = options
  const memory = { clock, maxEntries: MAX_REMEMBERED, lifetimeMs: MAX_AGE_MS }
  const fingerprintKeys = createTimedCache<Secret<Buffer>>(memory)
  const readActiveKey = memoize(memory, (clientKey: string) => readClientKey(db, { clientKey }))
  const readWithFaults = memoize(memory, (merchantId: string) => readMerchant(db, merchantId))
  const readTerminal = memoize(memory, async (merchantId: string, terminalId: string) => {
    const row = await terminalsOf(db, merchantId).where('id', '=', terminalId).executeTakeFirst()
    return row ? toTerminal(row) : null
  })
  const isOriginUsed = memoize(memory, (origin: string) => readOriginUse(db, origin))

  const loadFingerprintKey = async (merchantId: string): Promise<Secret<Buffer>> => {
    const known = fingerprintKeys.get(merchantId)
    if (known) return known
    const { fingerprint_key_sealed: sealed } = await db
      .selectFrom('merchants')
      .select('fingerprint_key_sealed')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
    const key = new Secret(sealer.open(fingerprintKeyPurpose(merchantId), sealed))
    // The key never changes, because the fingerprints of all the merchant's cards would change with it.
    fingerprintKeys.set(merchantId, key, Infinity)
    return key
  }

  return {
    ...createEncryptionKeyStore(options, memory),

    findMerchant: async (merchantId: string): Promise<Merchant | null> =>
      (await readWithFaults(merchantId))?.merchant ?? null,

    /** Returns the injected faults of a sandbox, expired ones too; they are read together with its merchant. */
    findFaults: async (merchantId: string): Promise<readonly SandboxFault[]> =>
      (await readWithFaults(merchantId))?.faults ?? [],

    /** Clears the cached merchant and its faults. */
    forgetMerchant: (merchantId: string): void => readWithFaults.forget(merchantId),

    /** Returns the merchant of a sandbox. */
    findSandbox: (sandboxId: string): Promise<Merchant | null> => readSandbox(db, sandboxId),

    findTerminal: (merchantId: string, terminalId: string): Promise<Terminal | null> =>
      readTerminal(merchantId, terminalId),

    /** Returns merchants by ascending id. */
    async listTerminals(merchantId: string): Promise<readonly Terminal[]> {
      const rows = await terminalsOf(db, merchantId).orderBy('id').execute()
      return rows.map(toTerminal)
    },

    /** Returns who manages the merchant's settings, without a cache; null for an unknown merchant. */
    async findManager(merchantId: string): Promise<ManagedBy | null> {
      const row = await db
        .selectFrom('merchants')
        .select('managed_by')
        .where('id', '=', merchantId)
        .executeTakeFirst()
      return row ? (row.managed_by as ManagedBy) : null
    },

    /** Returns active terminals that charge cards although authentication was unavailable, by merchant and id. */
    async listProceedingTerminals(): Promise<readonly Terminal[]> {
      const rows = await db
        .selectFrom('terminals')
        .selectAll()
        .where('status', '=', 'ACTIVE')
        // This condition only narrows the search; the parsed options decide.
        .where('options', 'like', '%"PROCEED"%')
        .orderBy('merchant_id')
        .orderBy('id')
        .execute()
      return rows.map(toTerminal).filter(({ onUnavailable }) => onUnavailable === 'PROCEED')
    },

    /** Returns null for an unknown or deactivated key, and for text that is not a key. */
    findClientKey: async (clientKey: string): Promise<ClientKey | null> =>
      isClientKey(clientKey) ? readActiveKey(clientKey) : null,

    /** Returns the merchant's oldest active client key. */
    findClientKeyOf: (merchantId: string): Promise<ClientKey | null> => readClientKey(db, { merchantId }),

    /** Returns whether any merchant's client key may be used on pages of the origin. */
    isRegisteredOrigin: async (origin: string): Promise<boolean> =>
      origin.length <= ORIGIN_MAX_CHARS && isOriginUsed(origin),

    /**
     * Returns the fingerprint of a card: HMAC-SHA-256 of its number under a key of the merchant, base64url (43 characters).
     * The same card has another fingerprint at another merchant.
     *
     * @throws For an unknown merchant.
     */
    async fingerprintCard(merchantId: string, pan: string): Promise<string> {
      const key = await loadFingerprintKey(merchantId)
      return createHmac('sha256', createSecretKey(key.reveal())).update(pan).digest('base64url')
    },

    /** Returns the fingerprint of a person or address for risk rules, under the same key. @throws For an unknown merchant. */
    loadNamingKey: async (merchantId: string): Promise<NameParty> =>
      createNaming((await loadFingerprintKey(merchantId)).reveal()),

    /** Adds a merchant. Returns false, without adding it, if its id or its sandbox exists. */
    addMerchant: (merchant: NewMerchant): Promise<boolean> =>
      db.transaction().execute((trx) => insertMerchant(trx, merchant, options)),
  }
}

/** Reads both in one statement, so that a merchant without faults costs no second one. */
async function readMerchant(
  db: Kysely<MerchantTables>,
  merchantId: string,
): Promise<{ readonly merchant: Merchant; readonly faults: readonly SandboxFault[] } | null> {
  const rows = await db
    .selectFrom('merchants')
    .leftJoin('sandbox_faults', 'sandbox_faults.merchant_id', 'merchants.id')
    .selectAll('merchants')
    .select(['sandbox_faults.kind', 'sandbox_faults.setting', 'sandbox_faults.until'])
    .where('merchants.id', '=', merchantId)
    .execute()
  const [row] = rows
  if (row === undefined) return null
  const faults = rows.flatMap(({ kind, setting, until }) =>
    kind === null || setting === null || until === null ? [] : [toFault({ kind, setting, until })],
  )
  return { merchant: toMerchant(row), faults }
}

async function readSandbox(db: Kysely<MerchantTables>, sandboxId: string): Promise<Merchant | null> {
  const row = await db
    .selectFrom('merchants')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .executeTakeFirst()
  return row ? toMerchant(row) : null
}

function terminalsOf(db: Kysely<MerchantTables>, merchantId: string) {
  return db.selectFrom('terminals').selectAll().where('merchant_id', '=', merchantId)
}

async function readClientKey(
  db: Kysely<MerchantTables>,
  wanted: { readonly clientKey: string } | { readonly merchantId: string },
): Promise<ClientKey | null> {
  const active = db.selectFrom('client_keys').selectAll().where('status', '=', 'ACTIVE').orderBy('created_at')
  const row = await (
    'clientKey' in wanted
      ? active.where('client_key', '=', wanted.clientKey)
      : active.where('merchant_id', '=', wanted.merchantId)
  )
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { client_key: clientKey, merchant_id: merchantId } = row
  const rows = await db
    .selectFrom('client_key_origins')
    .select('origin')
    .where('client_key', '=', clientKey)
    .orderBy('origin')
    .execute()
  const origins = rows.map(({ origin }) => origin)
  return { clientKey, merchantId, origins: origins.includes(ANY_ORIGIN) ? '*' : origins }
}

async function readOriginUse(db: Kysely<MerchantTables>, origin: string): Promise<boolean> {
  const row = await db
    .selectFrom('client_key_origins')
    .innerJoin('client_keys', 'client_keys.client_key', 'client_key_origins.client_key')
    .select('client_keys.client_key')
    .where('client_key_origins.origin', 'in', [origin, ANY_ORIGIN])
    .where('client_keys.status', '=', 'ACTIVE')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Inserts the merchant first: of several processes that add the same sandbox, one continues and the others find it complete. */
async function insertMerchant(
  trx: Transaction<MerchantTables>,
  { id, sandboxId, madeBy, name, terminals, clientKey, risk }: NewMerchant,
  { sealer, clock, random }: MerchantStoreOptions,
): Promise<boolean> {
  const createdAt = clock.now()
  const branding = { ...PLAIN_BRANDING, merchant_name: name }
  const sealedKey = makeFingerprintKey(id, { sealer, random })
  const naming = createNaming(sealer.open(fingerprintKeyPurpose(id), sealedKey))
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('merchants')
    .values({
      id,
      sandbox_id: sandboxId,
      made_by: madeBy,
      ...toMerchantColumns({
        ...{ name, status: 'ACTIVE', locale: DEFAULT_LOCALE, languages: [], branding },
        // Shoppers in a sandbox see every feature.
        shoppersRemoveCards: true,
        webhookHosts: [],
        business: null,
        risk: nameBlocked(risk, naming, addressBlock),
      }),
      fingerprint_key_sealed: sealedKey,
      managed_by: 'PORTAL' satisfies ManagedBy,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false

  for (const terminal of terminals) {
    const columns = { merchant_id: id, ...toTerminalColumns(terminal), created_at: createdAt }
    await trx.insertInto('terminals').values(columns).execute()
  }
  await insertClientKey(trx, { merchantId: id, ...clientKey }, createdAt)
  return true
}

async function insertClientKey(
  trx: Transaction<MerchantTables>,
  { clientKey, merchantId, origins }: ClientKey,
  createdAt: number,
): Promise<void> {
  await trx
    .insertInto('client_keys')
    .values({ client_key: clientKey, merchant_id: merchantId, status: 'ACTIVE', created_at: createdAt })
    .execute()
  for (const origin of origins === '*' ? [ANY_ORIGIN] : origins)
    await trx.insertInto('client_key_origins').values({ client_key: clientKey, origin }).execute()
}

/** The fingerprint key of the merchant as stored. */
export function makeFingerprintKey(
  merchantId: string,
  { sealer, random }: Pick<MerchantStoreOptions, 'sealer' | 'random'>,
): Buffer {
  return sealer.seal(fingerprintKeyPurpose(merchantId), random.bytes(FINGERPRINT_KEY_BYTES))
}

/** Computes fingerprints. The kind and its separator prevent an address from having the fingerprint of a card. */
export function createNaming(key: Uint8Array): NameParty {
  const secret = createSecretKey(key)
  return (kind, value) => createHmac('sha256', secret).update(`${kind}\0${value}`).digest('base64url')
}

/** Returns the context to which the sealed fingerprint key of a merchant is bound. */
export function fingerprintKeyPurpose(merchantId: string): string {
  return `fingerprint-key/${merchantId}`
}

/** The content of the column `settings` of a merchant. */
type MerchantSettings = Pick<
  Merchant,
  'locale' | 'languages' | 'branding' | 'shoppersRemoveCards' | 'risk'
> & {
  /** Merchants that were stored by versions without `business` have none. */
  readonly business?: Merchant['business']
  /** Merchants of versions before subscriptions by API have none. */
  readonly webhookHosts?: Merchant['webhookHosts']
}

/** The content of the column `options` of a terminal. */
type TerminalOptions = Pick<Terminal, 'routing' | 'maxRetries' | 'onUnavailable'> & {
  readonly origins?: readonly string[]
  /** Terminals have this if they were configured before there could be several origins. */
  readonly registeredOrigin?: string | null
  /** Terminals that were created before there was a choice accept cards. */
  readonly methods?: readonly string[]
  /** Terminals have this only if their configuration says something. */
  readonly methodSettings?: Readonly<Record<string, MethodSettings>>
  readonly alternativeAccounts?: Readonly<Record<string, ProviderAccount>>
  readonly threeDsServer?: Terminal['threeDsServer']
  readonly business?: Terminal['business']
  readonly risk?: RiskSettings | null
  /** Terminals of earlier versions have none. */
  readonly installments?: Terminal['installments']
}

const PLAIN_BRANDING = { logo_url: null, font_family: null, font_url: null, colors: {} }

export function toMerchant(row: Selectable<MerchantTable>): Merchant {
  const settings = JSON.parse(row.settings) as MerchantSettings
  const { locale, languages, branding, shoppersRemoveCards, business = null, risk } = settings
  const { webhookHosts = [] } = settings
  const { id, name } = row
  const status = row.status as Merchant['status']
  const look = { locale, languages, branding }
  return { id, name, status, ...look, shoppersRemoveCards, webhookHosts, business, risk }
}

export function toMerchantColumns({
  name,
  status,
  locale,
  languages,
  branding,
  shoppersRemoveCards,
  webhookHosts,
  business,
  risk,
}: Omit<Merchant, 'id'>) {
  const look = { locale, languages, branding }
  const settings: MerchantSettings = { ...look, shoppersRemoveCards, webhookHosts, business, risk }
  return { name, status, settings: JSON.stringify(settings) }
}

export function toTerminal(row: Selectable<TerminalTable>): Terminal {
  const options = JSON.parse(row.options) as TerminalOptions
  const { routing, maxRetries, onUnavailable, registeredOrigin = null } = options
  return {
    merchantId: row.merchant_id,
    id: row.id,
    status: row.status as Terminal['status'],
    features: new Set(JSON.parse(row.features) as TerminalFeature[]),
    brands: new Set(JSON.parse(row.brands) as CardBrand[]),
    methods: new Set(options.methods ?? CARD_METHOD_TYPES),
    methodSettings: new Map(Object.entries(options.methodSettings ?? {})),
    alternativeAccounts: new Map(Object.entries(options.alternativeAccounts ?? {})),
    routing,
    maxRetries,
    onUnavailable,
    origins: options.origins ?? (registeredOrigin === null ? [] : [registeredOrigin]),
    threeDsServer: options.threeDsServer ?? null,
    business: options.business ?? null,
    risk: options.risk ?? null,
    installments: options.installments ?? [],
  }
}

export function toTerminalColumns(terminal: Omit<Terminal, 'merchantId'>) {
  const { routing, maxRetries, onUnavailable, threeDsServer, origins, business, risk } = terminal
  const { installments } = terminal
  const options: TerminalOptions = {
    routing,
    maxRetries,
    onUnavailable,
    threeDsServer,
    origins,
    business,
    risk,
    ...(installments.length > 0 && { installments }),
    methods: [...terminal.methods],
    ...(terminal.methodSettings.size > 0 && {
      methodSettings: Object.fromEntries(terminal.methodSettings),
    }),
    alternativeAccounts: Object.fromEntries(terminal.alternativeAccounts),
  }
  return {
    id: terminal.id,
    status: terminal.status,
    features: JSON.stringify([...terminal.features]),
    brands: JSON.stringify([...terminal.brands]),
    options: JSON.stringify(options),
  }
}
