import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PortalRole } from '@sluice/types/vocabulary'
import type { PasswordHashes } from '@sluice/platform/crypto/password-hash'
import { openDatabase, type OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import { originUrlOf } from '@sluice/platform/http/http-server'
import { type RunningEdge, startEdge } from '@sluice/platform/http/testing/start-edge'
import { createSealer } from '@sluice/platform/secrets/sealer'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { createQuickPasswordHashes } from '../../platform/test/quick-password-hashes.ts'
import { type Database, identityMigrations } from './databases.ts'
import { createIdentity, type ExternalLogin, type Identity } from '../src/index.ts'
import { openIdentityRecords } from '../src/identity-records.store.ts'
import type { IdentityRecords } from '../src/identity-records.ts'
import { AT_SERVER } from '../src/index.ts'
import { makePkce, SignInBrowser } from './sign-in-browser.ts'

export const PASSWORD = 'plenty of hens, 7 of them'

/** The merchant whose users cannot sign in; those of every other merchant can. */
export const INACTIVE_MERCHANT = 'm-inactive'

export interface SignInFixture {
  readonly identity: Identity & { readonly users: NonNullable<Identity['users']> }
  readonly records: IdentityRecords
  readonly edge: RunningEdge
  readonly database: OpenDatabase<Database>
  readonly dataDir: string
  readonly issuer: string
  readonly portalUrl: string
  /** Moves real time, by which people sign in. */
  advance(ms: number): void
  now(): number
  /** Returns the number of password verifications. */
  verifications(): number
  /** The events in the audit trail. */
  readonly events: { readonly action: string; readonly subject: string; readonly detail: object }[]
  browser(headers?: Readonly<Record<string, string>>, localAddress?: string): SignInBrowser
  /** An address that begins a sign-in; a change to undefined leaves the member out. */
  authorizationUrl(changes?: Readonly<Record<string, string | undefined>>): string
  readonly pkce: ReturnType<typeof makePkce>
  /** Adds a user who has accepted the invitation with {@link PASSWORD}. */
  addUser(email: string, roles?: readonly PortalRole[], merchantId?: string | null): Promise<string>
  close(): Promise<void>
}

/** An identity provider with the pages of a sign-in, on a database of its own. */
export async function startSignIn(
  options: {
    readonly requiresSecondFactor?: boolean
    readonly makeExternalLogin?: () => ExternalLogin
    /** Password hashes instead of the cheapest ones. */
    readonly verifyPassword?: PasswordHashes['verify']
  } = {},
): Promise<SignInFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-test-'))
  const database = await openDatabase<Database>({ dataDir }, identityMigrations)
  const random = createSystemRandom(systemClock)
  const { db } = database
  const transact = createTransact({ db, random, timers: systemTimers })
  const sealer = createSealer(Buffer.alloc(32, 1), random)
  let offsetMs = 0
  const realTime = { now: () => systemClock.now() + offsetMs }
  const records = await openIdentityRecords({ db, transact, sealer, clock: realTime })
  const hashes = createQuickPasswordHashes()
  let verifications = 0
  const passwords: PasswordHashes = {
    ...hashes,
    verify(...args) {
      verifications += 1
      return (options.verifyPassword ?? hashes.verify)(...args)
    },
  }
  const events: SignInFixture['events'] = []
  const identity = createIdentity({
    records,
    random,
    logger: { warn: () => undefined },
    clock: realTime,
    realTime,
    realm: 'demo',
    authUrl: () => `http://127.0.0.1:${edge.port}`,
    recordSecurityEvent: (event) => void events.push(event),
    signIn: {
      portalUrl: () => originUrlOf(edge.server, 'portal'),
      requiresSecondFactor: options.requiresSecondFactor ?? false,
      environment: options.requiresSecondFactor ? 'production' : 'test',
      isMerchantActive: (merchantId) => Promise.resolve(merchantId !== INACTIVE_MERCHANT),
      passwords,
      sealer,
      externalLogin: options.makeExternalLogin?.() ?? null,
    },
  })
  const { users } = identity
  if (users === null) throw new Error('no users')
  const edge: RunningEdge = await startEdge(
    (server) => {
      identity.register(server)
      registerEndpoint(server, 'getCustomer', async () => ({ status: 404, body: { error: 'Not Found' } }))
    },
    { authenticate: (token) => identity.authenticate(token) },
  )
  const portalUrl = originUrlOf(edge.server, 'portal')
  const pkce = makePkce()
  const browser = (headers = {}, localAddress?: string) =>
    new SignInBrowser(portalUrl, edge.port, headers, localAddress)

  return {
    identity: { ...identity, users },
    records,
    edge,
    database,
    dataDir,
    issuer: `http://127.0.0.1:${edge.port}/realms/demo`,
    portalUrl,
    advance: (ms) => void (offsetMs += ms),
    now: () => realTime.now(),
    verifications: () => verifications,
    events,
    browser,
    pkce,
    authorizationUrl(changes = {}) {
      const members = {
        response_type: 'code',
        client_id: 'portal',
        redirect_uri: `${portalUrl}/portal/callback`,
        scope: 'openid profile email',
        state: 'the-state',
        nonce: 'the-nonce',
        code_challenge: pkce.challenge,
        code_challenge_method: 'S256',
        ...changes,
      }
      const url = new URL(`${portalUrl}/realms/demo/protocol/openid-connect/auth`)
      for (const [name, value] of Object.entries(members))
        if (value !== undefined) url.searchParams.set(name, value)
      return url.href
    },
    async addUser(email, roles = ['owner'], merchantId = 'm-1') {
      const invited = await users.invite({ merchantId, email, name: 'Ada Lovelace', roles }, AT_SERVER)
      if (!invited.ok) throw new Error(invited.refusal)
      const page = await browser().open(invited.value.url)
      const done = await page.submit('link', { name: 'Ada Lovelace', password: PASSWORD })
      if (done.status !== 303) throw new Error(done.text)
      return invited.value.user.id
    },
    async close() {
      await edge.server.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
