import type { Logger } from 'pino'

import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import { rememberAnswers } from '../kernel/timed-cache.ts'
import type { Authenticate, HttpServer } from '../platform/http/http-server.ts'
import { systemClock } from '../platform/system.ts'
import { createFailureLimit } from './failure-limit.ts'
import type { IdentityRecords } from './identity-records.ts'
import { registerIdentity } from './identity.routes.ts'
import { type ClientWish, provideClient, type ProvidedClient } from './provide-client.ts'
import { type ForeignIssuer, trustForeignIssuer, trustOwnIssuer } from './trusted-issuers.ts'
import { createAuthenticate } from './verify-access-token.ts'

/** A deactivated client is out within this time. */
const CLIENT_MAX_AGE_MS = 5_000
const MAX_REMEMBERED_CLIENTS = 10_000

export interface IdentityOptions {
  readonly records: IdentityRecords
  readonly random: Random
  readonly logger: Pick<Logger, 'warn'>
  /** Of stored deadlines: those of refresh tokens. */
  readonly clock: Clock
  /** Of access tokens, whose times others read by their own clocks. */
  readonly realTime?: Clock
  readonly realm: string
  /** Where clients reach the identity provider, without the realm and without a trailing slash. */
  readonly authUrl: () => string
  /** Trusted beside our own. */
  readonly foreignIssuer?: ForeignIssuer
}

export interface Identity {
  /** Finds the caller behind an access token. */
  readonly authenticate: Authenticate
  register(server: HttpServer): void
  /** Gives a client of a test environment, the same at every start. */
  provideClient(wish: ClientWish): Promise<ProvidedClient>
  /** Forgets refresh tokens that have expired; gives how many families went. */
  deleteExpiredTokens(): Promise<number>
}

/** Puts the identity provider together. */
export function createIdentity(options: IdentityOptions): Identity {
  const { records, random, clock, realTime = systemClock, realm, foreignIssuer } = options
  const issuer = () => `${options.authUrl()}/realms/${realm}`
  const ports = {
    ...records,
    failures: createFailureLimit(realTime),
    issuer,
    random,
    clock,
    realTime,
    realm,
    logger: options.logger,
  }
  const foreign = foreignIssuer ? [trustForeignIssuer(foreignIssuer)] : []
  const findClient = rememberAnswers(
    { clock: realTime, maxEntries: MAX_REMEMBERED_CLIENTS, lifetimeMs: CLIENT_MAX_AGE_MS },
    (clientId: string) => records.clients.find(clientId),
  )
  return {
    authenticate: createAuthenticate({
      issuers: () => [trustOwnIssuer(issuer(), records.signingKeys), ...foreign],
      findClient,
      clock: realTime,
    }),
    register: (server) => registerIdentity(server, ports),
    provideClient: (wish) => provideClient(ports, wish),
    deleteExpiredTokens: () => records.refreshTokens.deleteExpired(clock.now()),
  }
}
