import type { Logger } from 'pino'

import { Secret } from '@sluice/platform/kernel/secret'
import { encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'
import { type Connection, withTables } from '@sluice/platform/database/connection'
import type { SecretsTables } from '@sluice/platform/secrets/secrets.tables'
import { fetchPublic } from '@sluice/platform/http/fetch-public'
import { systemClock } from '@sluice/platform/system'
import { listKeyReaders } from '@sluice/platform/secrets/key-readers.store'
import { loadOrCreateSecret } from '@sluice/platform/secrets/secret-file'

import type { Config } from '../config.ts'
import type {
  ApplyOptions,
  ConfigurationFile,
  MerchantEntry,
  Plan,
  ProviderEntry,
} from '../configuration-file/index.ts'
import { listMethodWarnings } from '../configuration-file/method-warnings.ts'
import { listTerminalWarnings } from '../configuration-file/terminal-warnings.ts'
import { checkLiveProviders } from '../invariants/check-live-providers.ts'
import type { InvariantResult } from '../invariants/index.ts'
import { describeFailure, ExchangeError, fetchCapabilities } from '../providers/index.ts'
import { describeBrandingWarnings } from '../hosted-payment-page/index.ts'
import type { Infrastructure } from './infrastructure.ts'
import { accountsByProvider, loadSimulators } from './load-simulators.ts'
import { findUnreachableReason, openRuntime } from './open-runtime.ts'

/** The length of the HMAC-SHA-256 output. */
const WEBHOOK_SECRET_BYTES = 32

/** The time limit for fetching a merchant's logo, because the start of the gateway waits for it. */
const BRANDING_DEADLINE_MS = 15_000

/** Reads the configuration file; null if the configuration names none. The reader is loaded only if there is a file. */
export async function readConfigurationFile(config: Config): Promise<ConfigurationFile | null> {
  if (config.configFile === null) return null
  const { loadConfigurationFile } = await import('../configuration-file/index.ts')
  const file = loadConfigurationFile(config.configFile, {
    ...config,
    givenAccounts: accountsByProvider(await loadSimulators(config)),
  })
  return { ...file, providers: await Promise.all(file.providers.map(loadConnector)) }
}

/** Loads the connector of a provider, so that a gateway loads only the connectors that its configuration names. */
async function loadConnector(entry: ProviderEntry): Promise<ProviderEntry> {
  if (entry.type === 'http') return entry
  const { LOAD_PROVIDER_CONNECTOR } = await import('@sluice/connectors')
  return { ...entry, connector: await LOAD_PROVIDER_CONNECTOR[entry.type]() }
}

/** Compares the capabilities of the providers with those in the configuration file, and asks those with a connector whether they take calls. */
export async function checkProviders(config: Config): Promise<InvariantResult> {
  const file = await readConfigurationFile(config)
  const providers = file?.providers ?? []
  const processes = providers.filter(({ type }) => type === 'http')
  const [{ skipped, ...asked }, unreached] = await Promise.all([
    checkLiveProviders(processes, (entry) =>
      fetchCapabilities({ ...entry, at: entry.url }, { realTime: systemClock }).catch((error: unknown) => {
        if (!(error instanceof ExchangeError)) throw error
        throw new Error(describeFailure(new URL(entry.url).host, error.code, error.detail))
      }),
    ),
    Promise.all(providers.map(listUnreached)),
  ])
  const result = { ...asked, violations: [...asked.violations, ...unreached.flat()] }
  return skipped === undefined || providers.length > 0 ? result : { ...result, skipped }
}

/**
 * The connector's own declaration says what its provider can do. Only whether the provider responds and accepts the key
 * has to be queried.
 */
async function listUnreached(entry: ProviderEntry): Promise<readonly string[]> {
  if (entry.connector === undefined) return []
  const why = await findUnreachableReason(entry, openRuntime(entry, entry.connector))
  return why === null ? [] : [`${entry.id}: ${why.reason}`]
}

/** Fetches merchants' images and fonts, only from addresses that are also allowed for webhooks. */
export function createFetchAsset({
  localReceivers,
  outgoingPorts,
  isDrill = false,
}: Pick<Config, 'localReceivers' | 'outgoingPorts'> & { readonly isDrill?: boolean }) {
  return (url: string, maxBytes: number): Promise<Uint8Array> =>
    isDrill
      ? Promise.reject(new Error('a drill fetches nothing'))
      : fetchPublic(url, {
          maxBytes,
          deadlineMs: BRANDING_DEADLINE_MS,
          mayBeLocal: localReceivers,
          ports: outgoingPorts,
        })
}

/** Returns warnings about the branding of merchants, one line each. */
export async function listBrandingWarnings(merchants: readonly MerchantEntry[]): Promise<readonly string[]> {
  const { findWeakColors } = await import('@sluice/hpp-ui/assets')
  return merchants.flatMap(({ label, merchant: { branding } }) =>
    describeBrandingWarnings(label, branding.colors, findWeakColors(branding.colors)),
  )
}

/** Logs warnings about the configuration file of a gateway. */
export async function logFileWarnings(
  { environment }: Pick<Config, 'environment'>,
  file: ConfigurationFile,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  for (const reason of await listBrandingWarnings(file.merchants))
    logger.warn({ reason }, 'a color of a merchant has low contrast')
  for (const reason of listMethodWarnings(file, environment))
    logger.warn({ reason }, 'a payment method is not offered')
  for (const reason of listTerminalWarnings(file, environment))
    logger.warn({ reason }, 'a terminal may accept other payments than its merchant expects')
}

/**
 * Applies the configuration file of a gateway, unless it is older than the last applied one.
 *
 * @throws When the file cannot be applied.
 */
export async function applyOwnFile(
  config: Config,
  infrastructure: Infrastructure,
  file: ConfigurationFile,
  logger: Pick<Logger, 'warn'>,
): Promise<Plan> {
  const plan = await applyMerchants(config, infrastructure, file, { isDryRun: false, appliesOlder: false })
  if (plan.superseded !== null)
    logger.warn(
      { reason: plan.superseded },
      'the configuration file is older than the last applied one: nothing was changed',
    )
  return plan
}

/**
 * Applies the merchants of the file.
 *
 * @throws When the file cannot be applied; the message names the reason.
 */
export async function applyMerchants(
  config: Config,
  infrastructure: Infrastructure,
  file: Pick<ConfigurationFile, 'merchants' | 'version'>,
  options: ApplyOptions,
): Promise<Plan> {
  const { applyConfiguration } = await import('../configuration-file/apply-configuration.store.ts')
  const { dialect } = infrastructure
  const makeSecret = () => encodeWebhookSecret(infrastructure.random.bytes(WEBHOOK_SECRET_BYTES))
  const ports = {
    ...infrastructure,
    fetchAsset: createFetchAsset(config),
    // The secret of a webhook without a configured one, from a file in the data directory.
    makeWebhookSecret: (merchantId: string, subscriptionId: string) =>
      new Secret(
        options.isDryRun
          ? makeSecret()
          : loadOrCreateSecret(config.dataDir, `webhook-${merchantId}-${subscriptionId}`, makeSecret),
      ),
    listLive: (trx: Connection) => listKeyReaders({ db: withTables<SecretsTables>(trx), dialect }),
  }
  return applyConfiguration(ports, file, options)
}
