import type { Logger } from 'pino'

import { createPasswordHashes } from '@sluice/platform/crypto/password-hash'
import { isDatabaseOutage } from '@sluice/platform/database/database-errors'
import { baseUrlOf, createHttpServer, type HttpServer, originUrlOf } from '@sluice/platform/http/http-server'
import { sharedWithBase } from '@sluice/platform/http/origins'
import { createReadiness, type Readiness } from '@sluice/platform/http/readiness'
import { createAnswerRecordsStore } from '@sluice/platform/idempotency/answer-records.store'
import { createIdempotency, type Idempotency } from '@sluice/platform/idempotency/idempotency'
import { createLimitRate } from '@sluice/platform/rate-limits/limit-rate'
import { openServiceKey } from '@sluice/platform/secrets/service-keys.store'
import { collectFailures, type FailureCollector } from '@sluice/portal-api/failed-requests'
import { connectExternalLogin, createIdentity, type Identity, openIdentityRecords } from '@sluice/identity'
import { recordRefusedChanges } from '@sluice/portal-api'

import type { Config } from '../config.ts'
import { countedUses } from '../edge/counted-uses.ts'
import { isUnfiltered } from '../edge/unfiltered-members.ts'
import { createApiFaults } from '../merchants/index.ts'
import { type Accountability, openAccountability } from '@sluice/platform/audit/accountability'
import type { Adapters } from './adapters.ts'
import { countRates, type Rates } from '@sluice/platform/rate-limits/count-rates'
import type { Infrastructure } from './infrastructure.ts'
import type { LiveConfiguration } from './live-configuration.ts'
import type { Observability } from './observability.ts'
import { createPortal, type Portal } from './portal.ts'
import type { Stores } from './stores.ts'

/** Origins, no trailing slash. @see docs/protocol/origins.md#origins */
export interface AppAddresses {
  readonly baseUrl: string
  readonly authUrl: string
  readonly methodsUrl: string
  readonly portalUrl: string
  /** The origin of simulated banks, wallets and providers. */
  readonly bankUrl: string
}

/** The checks between the network and the routes: callers, rate limits and addresses. */
export interface GatewayEdge {
  readonly server: HttpServer
  readonly identity: Identity
  readonly idempotency: Idempotency
  readonly rates: Rates
  readonly readiness: Readiness
  readonly accountability: Accountability
  readonly failures: FailureCollector
  /** Null if people cannot sign in. */
  readonly portal: Portal | null
  /** They are known once the server listens. */
  readonly addressOf: { readonly [Name in keyof AppAddresses]: () => string } & {
    /** @see docs/protocol/origins.md#origins */
    readonly fallbackOrigins: () => Readonly<Record<string, string>>
  }
}

/** Creates the HTTP server, without routes. */
export async function createEdge(
  config: Config,
  infrastructure: Infrastructure,
  observability: Observability,
  parts: {
    readonly stores: Pick<Stores, 'merchants' | 'portalSessions' | 'failedRequests'>
    readonly configuration: Pick<LiveConfiguration, 'current'>
    readonly adapters: Partial<Pick<Adapters, 'passwordHashes' | 'verifyAnswers'>>
  },
): Promise<GatewayEdge> {
  const { configuration, adapters } = parts
  const { merchants } = parts.stores
  const { clock, realTime, random, timers, db, sealer } = infrastructure
  const { logger, telemetry } = observability
  const rates = countRates(config, infrastructure, observability)
  const accountability = openAccountability(config, infrastructure, observability)
  const { recordSecurityEvent } = accountability
  const failures = collectFailures({ failures: parts.stores.failedRequests, random, clock: realTime })
  const idempotency = createIdempotency({
    records: createAnswerRecordsStore(db),
    lookupKey: await openServiceKey(infrastructure, 'LOOKUP'),
    sealer,
    realTime,
    random,
    timers,
    onError: (error) =>
      logger.error({ err: error }, 'the response for an Idempotency-Key could not be stored'),
  })
  const readiness = createReadiness({
    isReachable: () => infrastructure.isReachable(),
    commits: infrastructure.commits,
    clockOffsetMs: () => infrastructure.heartbeat.clockOffsetMs(),
    clock: realTime,
    timers,
  })
  const isMerchantActive = async (merchantId: string) =>
    (await merchants.findMerchant(merchantId))?.status === 'ACTIVE'
  const externalIssuer = () => config.externalIssuer ?? configuration.current()?.trustedIssuer ?? null
  const identity = createIdentity({
    records: await openIdentityRecords(infrastructure),
    clock,
    random,
    realm: config.http.realm,
    authUrl: () => authUrl(),
    logger,
    realTime,
    externalIssuer,
    hasMerchant: async (merchantId) => (await merchants.findMerchant(merchantId)) !== null,
    rates: rates.counter,
    recordSecurityEvent,
    ...(canSignIn(config.http) && {
      signIn: {
        portalUrl: () => originUrlOf(server, 'portal'),
        requiresSecondFactor: config.environment === 'production',
        environment: config.environment,
        isMerchantActive,
        passwords: adapters.passwordHashes ?? createPasswordHashes(random),
        sealer,
        externalLogin:
          config.signInProvider &&
          connectExternalLogin({
            ...config.signInProvider,
            realTime,
            onError: (error) =>
              logger.warn({ err: error }, 'the identity provider did not confirm a sign-in'),
          }),
      },
    }),
  })
  const portal = createPortal(
    identity,
    infrastructure,
    { ...parts.stores, isMerchantActive, environment: config.environment },
    () => server,
  )
  const server: HttpServer = createHttpServer({
    config: config.http,
    telemetry,
    isDraining: () => readiness.isDraining(),
    servesOnlyHealth: !config.roles.has('api'),
    clock,
    random,
    logger,
    authenticate: identity.authenticate,
    resolveClientKey: (clientKey) => merchants.findClientKey(clientKey),
    isRegisteredOrigin: (origin) => merchants.isRegisteredOrigin(origin),
    isOutage: isDatabaseOutage,
    isUnfiltered,
    recordSecurityEvent,
    ...(config.simulators && { interfereWith: createApiFaults({ ...merchants, realTime, timers }) }),
    recordFailedRequest: (failed) => failures.record(failed),
    idempotency,
    ...(portal && { portal: portal.entry }),
    ...(rates.counter && {
      limitRate: createLimitRate(rates.counter, (use) =>
        countedUses(use, configuration.current()?.clientRates),
      ),
    }),
    operatorToken: config.operatorToken,
    operatorPrograms: () => configuration.current()?.operatorPrograms ?? [],
    verifyAnswers: adapters.verifyAnswers ?? false,
  })
  if (portal) recordRefusedChanges(server, portal.auth)
  const authUrl = (): string => config.http.authUrl ?? baseUrlOf(server)
  const addressOf = {
    baseUrl: () => baseUrlOf(server),
    authUrl,
    methodsUrl: () => originUrlOf(server, 'methods'),
    portalUrl: () => originUrlOf(server, 'portal'),
    bankUrl: () => originUrlOf(server, 'bank'),
    fallbackOrigins: () => server.edge.origins().fallbacks,
  }
  return { server, identity, idempotency, rates, readiness, accountability, failures, portal, addressOf }
}

/**
 * In production the sign-in pages must not share an origin with card forms, so without their own origin they are not
 * served.
 */
function canSignIn({ environment, originUrls }: Config['http']): boolean {
  return environment === 'test' || originUrls.portal !== null
}

/**
 * Production refuses to start with a wallet on a shared origin. A test environment may have only one name, and warns
 * about the consequences.
 */
export function warnOfSharedOrigins({ edge }: Pick<HttpServer, 'edge'>, logger: Pick<Logger, 'warn'>): void {
  const shared = sharedWithBase(edge.origins())
  if (edge.options.config.environment !== 'test' || shared.length === 0) return
  const variables = shared.map((name) => `SLUICE_${name.toUpperCase()}_URL`).join(', ')
  logger.warn(
    { reason: `${shared.join(', ')} share the base URL` },
    `wallets' scripts, banks' pages and card forms share an origin, so such a script can read card numbers. Set ${variables} unless all cards are test cards`,
  )
}
