import type { Logger } from 'pino'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { memoize } from '@sluice/platform/kernel/timed-cache'
import { realmRoute } from '@sluice/platform/http/endpoint-routes'
import type { Authenticate, HttpServer } from '@sluice/platform/http/http-server'
import type { RecordSecurityEvent } from '@sluice/platform/audit/security-log'
import type { RateCounter } from '@sluice/platform/rate-limits/rate-counter'
import { systemClock } from '@sluice/platform/system'
import type { PasswordHashes } from '@sluice/platform/crypto/password-hash'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import { memoizeRevocations } from './memoize-revocations.ts'
import { type Clients, createClients } from './manage-clients.ts'
import { createFailureLimit, type Guesser } from './failure-limit.ts'
import type { IdentityRecords } from './identity-records.ts'
import { registerIdentity } from './identity.routes.ts'
import { USERINFO_PATH } from './identity.wire.ts'
import { issueToken } from './issue-token.ts'
import { addClient, type ClientRequest, provideClient, type ProvidedClient } from './provide-client.ts'
import { createPortalLogin } from './sign-in/create-portal-login.ts'
import type { ExternalLogin } from './sign-in/external-login.ts'
import { LOGIN_CODE_MEMORY_MS } from './sign-in/login-code.ts'
import type { PortalLogin } from './sign-in/login.ts'
import { registerSignIn } from './sign-in/sign-in.routes.ts'
import { signInPath } from './sign-in/sign-in-ports.ts'
import { registerUserInfo } from './sign-in/userinfo.routes.ts'
import { type ExternalIssuer, trustExternalIssuer, trustOwnIssuer } from './trusted-issuers.ts'
import { createUsers, type Users } from './users/manage-users.ts'
import { createAuthenticate, type TrustedIssuer } from './verify-access-token.ts'

/** A deactivated client is out within this time. */
const CLIENT_MAX_AGE_MS = 5_000
const MAX_REMEMBERED_CLIENTS = 10_000

/** How long an expired token is distinguished from an unknown one. */
const EXPIRED_TOKEN_MEMORY_MS = 86_400_000

export interface IdentityOptions {
  readonly records: IdentityRecords
  readonly random: Random
  readonly logger: Pick<Logger, 'warn'>
  /** Writes logins, including refused ones, into the audit trail; by default they are only logged. */
  readonly recordSecurityEvent?: RecordSecurityEvent
  /** The clock of stored deadlines, such as those of refresh tokens. */
  readonly clock: Clock
  /** The clock of access tokens, whose times others compare with their own clocks. */
  readonly realTime?: Clock
  readonly realm: string
  /** The address of the identity provider, without the realm and without a trailing slash. */
  readonly authUrl: () => string
  /** Counts the requests for tokens; null where they are not limited. */
  readonly rates?: RateCounter | null
  /** Issuers that are trusted in addition to our own. */
  readonly externalIssuer?: () => ExternalIssuer | null
  /** The sign-in of people to the portal; by default they cannot sign in. */
  readonly signIn?: SignInOptions
  /** Returns whether a merchant exists; called for tokens of a foreign issuer. */
  readonly hasMerchant?: (merchantId: string) => Promise<boolean>
}

export interface SignInOptions {
  readonly portalUrl: () => string
  readonly requiresSecondFactor: boolean
  /** Shown above every page of a sign-in. */
  readonly environment: 'test' | 'production'
  /** Returns whether people of the merchant may sign in. */
  readonly isMerchantActive: (merchantId: string) => Promise<boolean>
  readonly passwords: PasswordHashes
  readonly sealer: Sealer
  readonly externalLogin: ExternalLogin | null
}

export interface Identity {
  /** Null if people cannot sign in. */
  readonly portalLogin: PortalLogin | null
  /** Null if people cannot sign in. */
  readonly users: Users | null
  /** The programs of merchants. */
  readonly clients: Clients
  /** Finds the caller behind an access token. */
  readonly authenticate: Authenticate
  register(server: HttpServer): void
  /** Returns a client of a test environment, the same at every start. */
  provideClient(request: ClientRequest): Promise<ProvidedClient>
  /** Adds a client whose secret is shown once. */
  addClient(request: Omit<ClientRequest, 'dataDir'>): Promise<ProvidedClient | null>
  /** An access token for a client whose owner need not prove it: of a test environment's first steps. Null for one that is not ACTIVE. */
  issueTokenTo(clientId: string): Promise<string | null>
  /** The id of the merchant's oldest client; null when it has none. */
  findClientOf(merchantId: string): Promise<string | null>
  /** Deletes expired refresh tokens, assertions, sign-in codes and links, and failure counts. Returns how many. */
  deleteExpiredTokens(): Promise<number>
}

/** Puts the identity provider together. */
export function createIdentity(options: IdentityOptions): Identity {
  const { random, clock, realTime = systemClock, realm, externalIssuer } = options
  const refreshTokens = memoizeRevocations(options.records.refreshTokens, realTime)
  const records = { ...options.records, refreshTokens }
  const issuer = () => `${options.authUrl()}/realms/${realm}`
  const findClientRecently = memoize(
    { clock: realTime, maxEntries: MAX_REMEMBERED_CLIENTS, lifetimeMs: CLIENT_MAX_AGE_MS },
    (clientId: string) => records.clients.find(clientId),
  )
  const ports = {
    ...records,
    findClientRecently,
    failures: createFailureLimit(realTime),
    limitClient: async ({ clientId, ip }: Guesser) =>
      (await options.rates?.count('token', [clientId, ip]))?.waitSeconds ?? null,
    issuer,
    random,
    clock,
    realTime,
    realm,
    logger: options.logger,
    recordSecurityEvent: options.recordSecurityEvent ?? (() => undefined),
  }
  const signIn = options.signIn ? { ...ports, ...options.signIn, failures: records.signInFailures } : null
  const listExternal = followExternalIssuer(externalIssuer, realTime)
  return {
    authenticate: createAuthenticate({
      // Checks the foreign issuer first: if it has our own address, it is the one that signs.
      issuers: () => [...listExternal(), trustOwnIssuer(issuer(), records.signingKeys)],
      findClient: findClientRecently,
      isFamilyRevoked: (familyId) => refreshTokens.isRevoked(familyId),
      hasMerchant: options.hasMerchant ?? (() => Promise.resolve(false)),
      clock: realTime,
    }),
    register(server) {
      registerIdentity(server, { ...ports, signIn })
      if (signIn === null) return
      registerSignIn(server, signIn)
      registerUserInfo(server, { ...signIn, path: realmRoute(server, USERINFO_PATH) })
    },
    portalLogin: signIn && createPortalLogin(signIn),
    users:
      signIn &&
      createUsers({
        ...signIn,
        linkUrl: (token) => `${signIn.portalUrl()}${signInPath(realm)}/link/${token}`,
      }),
    clients: createClients(ports),
    provideClient: (request) => provideClient(ports, request),
    addClient: (request) => addClient(ports, request),
    async issueTokenTo(clientId) {
      const client = await records.clients.find(clientId)
      if (client?.status !== 'ACTIVE') return null
      const issue = await issueToken(ports, 'client_credentials', client, {})
      return issue.ok ? issue.token.accessToken : null
    },
    findClientOf: async (merchantId) => (await records.clients.findOldestOf(merchantId))?.clientId ?? null,
    async deleteExpiredTokens() {
      const nowMs = realTime.now()
      const assertions = await records.assertions.deleteExpired(nowMs)
      const links = await records.users.deleteExpiredLinks(nowMs)
      const codes = await records.codes.deleteExpired(nowMs - LOGIN_CODE_MEMORY_MS)
      const failures = await records.signInFailures.deleteExpired(nowMs)
      const networks = await records.knownNetworks.deleteExpired(nowMs)
      return (
        links +
        codes +
        failures +
        networks +
        assertions +
        (await refreshTokens.deleteExpired(clock.now() - EXPIRED_TOKEN_MEMORY_MS))
      )
    },
  }
}

/** Trusts the issuer that is configured now. Its keys are kept until another one is configured. */
function followExternalIssuer(
  current: IdentityOptions['externalIssuer'],
  clock: Clock,
): () => readonly TrustedIssuer[] {
  let known = ''
  let trusted: readonly TrustedIssuer[] = []
  return () => {
    const issuer = current?.() ?? null
    const described = JSON.stringify(issuer)
    if (described !== known) {
      known = described
      trusted = issuer ? [trustExternalIssuer(issuer, clock)] : []
    }
    return trusted
  }
}
