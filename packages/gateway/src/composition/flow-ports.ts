import { checkNotificationUrl, checkSimulatorMetadata } from '@sluice/types'
import { hasPublicHost } from '@sluice/platform/http/public-host'
import { createShareWork } from '@sluice/platform/kernel/share-work'

import type { Config } from '../config.ts'
import {
  createProviderHealth,
  overseeAccounts,
  type ProviderHealth,
  THREE_DS_PARTY,
  threeDsAccount,
} from '../provider-health/index.ts'
import { createFindExisting } from '../references/index.ts'
import { readHttpEvents } from '../providers/index.ts'
import { createWatchPayment } from '../risk/index.ts'
import { sessionStatusNow } from '../sessions/index.ts'
import { createThreeDsServers, type ThreeDsServer } from '../three-ds/index.ts'
import {
  type BoundProvider,
  boundProvider,
  boundThreeDsServer,
  createConfirmationSeals,
  createDescribeOperation,
  createReportUnknownProviders,
  createOrderReturns,
  createProbeAccount,
  type ManualResolution,
  nameFoundPayment,
  type EventKey,
  describeMerchantRecords,
  type EnvironmentRules,
  type OrderReturn,
  orderPayPath,
  orderReturnPath,
  type Provider,
  type ReconciliationAlert,
  toTransactionEvent,
  type Transaction,
  type UnknownThreeDsServer,
  validateBrowserUrl,
} from '../transactions/index.ts'
import { makeMessageId } from '../webhooks/index.ts'
import type { ExternalParties } from './connect-parties.ts'
import type { GatewayEdge } from './edge.ts'
import type { Infrastructure } from './infrastructure.ts'
import { instrumentCalls } from './instrument.ts'
import type { Observability } from './observability.ts'
import type { Storage } from './storage.ts'

export type FlowPorts = ReturnType<typeof makeFlowPorts>

/** The dependencies of transaction flows, by subject. Each route or job gets only those that it names. */
export function makeFlowPorts(
  config: Pick<Config, 'environment' | 'providerTimeoutMs'>,
  infrastructure: Infrastructure,
  { logger, telemetry }: Observability,
  parts: {
    readonly storage: Storage
    readonly parties: Pick<ExternalParties, 'selected' | 'followSelected' | 'gwalletPay'>
    readonly addressOf: GatewayEdge['addressOf']
  },
) {
  const { storage, parties, addressOf } = parts
  const { stores, ephemeralSecrets } = storage
  const { clock, random, timers, sealer } = infrastructure
  const { selected, gwalletPay } = parties
  const providers = new Map<string, Provider>()
  const bound = new Map<string, BoundProvider>()
  const threeDsServers = new Map<string, ThreeDsServer>()
  const { baseUrl, methodsUrl, fallbackOrigins } = addressOf
  const orderReturns = createOrderReturns(sealer)
  const { providerTimeoutMs } = config
  const callOutside = instrumentCalls(timers, telemetry, logger)
  const health = createProviderHealth({
    store: stores.health,
    realTime: infrastructure.realTime,
    accounts: () => selected().accounts,
    onChange: ({ providerId, accountId }, isOpen) =>
      logger.warn(
        { provider: providerId, provider_account: accountId },
        isOpen ? 'a provider account does not respond' : 'a provider account responds again',
      ),
  })
  const watchOf = (partyId: string): ProviderHealth['watch'] =>
    selected().isWatched(partyId) ? health.watch : (_account, _subject, call) => call()
  // The maps are changed in place, so that their users see the current file.
  parties.followSelected((now) => {
    replaceEntries(providers, now.providers)
    replaceEntries(
      bound,
      [...now.providers].map(([id, provider]) => [
        id,
        boundProvider(provider, callOutside, providerTimeoutMs, stores.providerMemory, watchOf(id)),
      ]),
    )
    replaceEntries(
      threeDsServers,
      [...now.threeDsServers].map(([id, server]) => [
        id,
        boundThreeDsServer(id, server, callOutside, watchOf(THREE_DS_PARTY)),
      ]),
    )
  })
  // Simulators may also run as a separate service, so the test environment decides who receives the metadata.
  const metadataFor = ({ metadata }: Transaction) => (config.environment === 'test' ? metadata : null)
  return {
    /** Tracks which accounts respond, and which are paused. */
    health,
    accounts: overseeAccounts(health, stores.pauses),
    probeAccount: createProbeAccount({
      providers,
      threeDsServers: { get: (id) => selected().threeDsServers.get(id) },
      ...stores,
      memory: stores.providerMemory,
      callOutside,
      random,
    }),
    rules: environmentRules(config),
    /** The dependencies of every execution that moves money. */
    executions: {
      store: stores.transactions,
      clock,
      random,
      timers,
      providers: bound,
      stateOfAccount: health.stateOf,
      providerTimeoutMs,
      shareQuestion: createShareWork(),
      confirmationSeals: createConfirmationSeals(sealer),
      describeEvent: (transaction: Transaction) => ({
        id: makeMessageId(random),
        ...toTransactionEvent(transaction),
      }),
      metadataFor,
      describeOperation: createDescribeOperation(stores.operations, metadataFor),
      onAlert: ({ kind, merchantId, transactionId, providerId, attemptId }: ReconciliationAlert) =>
        logger.error(
          {
            reason: kind,
            merchant_id: merchantId,
            transaction_id: transactionId,
            provider: providerId,
            attempt_id: attemptId,
          },
          'a transaction needs manual resolution',
        ),
    },
    /** The dependencies of unsolicited provider reports. */
    inbox: {
      inbox: stores.inbox,
      records: stores.records,
      realTime: infrastructure.realTime,
      isLive: config.environment === 'production',
      readerOf: (providerId: string) => providers.get(providerId)?.readEvents ?? readHttpEvents,
      onStrangerCallback: createReportUnknownProviders(infrastructure.realTime.now, {
        isConfigured: (providerId) => providers.has(providerId) || selected().isWatched(providerId),
        report: (providerId) =>
          logger.warn(
            { provider: providerId },
            'a callback was refused: this process has no secret that verifies callbacks of the provider',
          ),
        reportMore: () =>
          logger.warn(
            'callbacks of more unknown providers were refused: further ones are not named within this hour',
          ),
      }),
      onEventFailure: ({ providerId, accountId, id }: EventKey, error: unknown, isBroken: boolean) =>
        logger.error(
          { err: error, provider: providerId, provider_account: accountId, event_id: id },
          isBroken ? 'a provider event cannot be applied' : 'applying a provider event failed',
        ),
    },
    merchants: {
      ...describeMerchantRecords(stores.merchants, {
        clock,
        providers,
        isProduction: config.environment === 'production',
        registrationOf: (providerId, accountId) => selected().registrationOf(providerId, accountId),
      }),
      watchPayment: createWatchPayment(config.environment, stores.merchants),
    },
    cards: {
      threeDsServers: createThreeDsServers(threeDsServers),
      onUnknownThreeDsServer: ({ id, merchantId, transactionId }: UnknownThreeDsServer) =>
        logger.error(
          { three_ds_server: id, merchant_id: merchantId, transaction_id: transactionId },
          'a payment needs a 3-D Secure server that is not configured: it ended INVALID 2024',
        ),
      isThreeDsServerOpen: (id: string | null) => health.stateOf(threeDsAccount(id)) !== 'CLOSED',
      mayProceed: stores.mayProceed,
      challengeResults: stores.challengeResults,
      ephemeralSecrets,
      savedCards: stores.cards.savedCards,
      gwalletPay,
      baseUrl,
      methodsUrl,
      fallbackOrigins,
    },
    /** The dependencies of payments and payouts that a provider's own page or a bank confirms. */
    orders: {
      references: stores.references,
      findExisting: createFindExisting({
        findHold: (key) => stores.references.find(key),
        findSession: async (merchantId, idHash) => {
          const session = await stores.sessions.find(merchantId, idHash)
          return session && { ...session, status: sessionStatusNow(session, clock.now()) }
        },
        findTransaction: (merchantId, id) => stores.transactions.find(merchantId, id),
      }),
      baseUrl,
      payAddressFor: (goal: OrderReturn) => `${baseUrl()}${orderPayPath(orderReturns.seal(goal))}`,
      returnAddressFor: (goal: OrderReturn) => `${baseUrl()}${orderReturnPath(orderReturns.seal(goal))}`,
    },
    returns: { openOrderReturn: (handle: string) => orderReturns.open(handle) },
    resolutions: {
      undoes: stores.reports,
      nameFound: (attempt: Parameters<typeof nameFoundPayment>[1], reference: string) =>
        nameFoundPayment({ providers, memory: stores.providerMemory }, attempt, reference),
      auditResolution: ({
        merchantId,
        transactionId,
        outcome,
        reason,
        providerReference,
      }: ManualResolution) =>
        infrastructure.transact((trx) =>
          infrastructure.audit.write(trx, {
            merchantId,
            actor: 'operator',
            action: 'operation.decide',
            subject: transactionId,
            detail: {
              outcome,
              reason,
              ...(providerReference !== null && { provider_reference: providerReference }),
            },
          }),
        ),
    },
  }
}

function replaceEntries<Value>(map: Map<string, Value>, entries: Iterable<readonly [string, Value]>): void {
  map.clear()
  for (const [id, value] of entries) map.set(id, value)
}

/** Returns the rules that differ in the test environment. */
function environmentRules({ environment }: Pick<Config, 'environment'>): EnvironmentRules {
  return {
    // Simulators read metadata, so metadata that they cannot execute is rejected at once.
    checkMetadata: environment === 'test' ? checkSimulatorMetadata : () => [],
    checkNotificationUrl: (body) =>
      checkNotificationUrl(body, environment === 'test' ? () => true : hasPublicHost),
    validateUrl: (property, url) => validateBrowserUrl(property, url, environment),
  }
}
