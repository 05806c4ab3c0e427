import type { Config } from '../config.ts'
import { createLinkTokens } from '../payment-links/index.ts'
import { eraseKeysWithCards } from '../transactions/index.ts'
import {
  createEventFeed,
  createEventStreams,
  EVENT_STREAM_LIMITS,
  type EventFeed,
  type EventStreams,
} from '../webhooks/index.ts'
import type { Adapters } from './adapters.ts'
import { createDeadlinesOf } from './declared-deadlines.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { LiveConfiguration } from './live-configuration.ts'
import { instrumentStores } from './instrument.ts'
import type { Observability } from './observability.ts'
import { openStores, type Stores } from './stores.ts'
import { openServiceKey } from '@sluice/platform/secrets/service-keys.store'
import { openEphemeralStore, type EphemeralStore } from '@sluice/platform/secrets/ephemeral-store'
import { makeWebhookDelivery, type WebhookDelivery } from './webhook-delivery.ts'

/** All stores, and the delivery of the events that their commits write. */
export interface Storage extends Pick<EphemeralStore, 'ephemeralSecrets'> {
  readonly stores: Stores
  readonly webhooks: WebhookDelivery
  readonly eventFeed: EventFeed
  readonly eventStreams: EventStreams
}

/**
 * Opens the stores: their commits are counted, erase ephemeral keys and wake the delivery of webhooks.
 *
 * @param baseUrl - the base URL, which is known once the server listens.
 */
export async function openStorage(
  config: Config,
  infrastructure: Infrastructure,
  observability: Observability,
  adapters: Partial<Adapters>,
  configuration: Pick<LiveConfiguration, 'current'>,
  baseUrl: () => string,
): Promise<Storage> {
  const { logger, telemetry } = observability
  const webhooks = makeWebhookDelivery(config, infrastructure, observability, adapters)
  const { ephemeralSecrets, onDisk } = await openEphemeralStore(
    { ...config, removesRemains: config.roles.has('janitor') },
    infrastructure,
    infrastructure,
  )
  if (onDisk !== null && config.environment === 'production')
    logger.warn(
      { reason: onDisk },
      'the runtime directory is on a disk, where erased secrets may be recovered: set SLUICE_RUNTIME_DIR to a directory in memory (tmpfs)',
    )
  const events = openEventStreams(infrastructure, adapters)
  const deadlinesOf = createDeadlinesOf(configuration.current, adapters)
  const tokens = createLinkTokens(infrastructure.sealer, await openServiceKey(infrastructure, 'LOOKUP'))
  const opened = openStores(infrastructure, webhooks.onDue, events.eventStreams.wake, deadlinesOf, {
    tokens,
    baseUrl,
  })
  const transactions = eraseKeysWithCards(opened.transactions, {
    ephemeralSecrets,
    onError: (error) =>
      logger.error({ err: error }, 'the ephemeral key of a finished payment has not been erased yet'),
  })
  for (const { merchantId, id } of await opened.merchants.listProceedingTerminals())
    logger.warn(
      { merchant_id: merchantId, terminal_id: id },
      'the terminal charges cards that could not be authenticated (three_ds.on_unavailable: PROCEED): the merchant is liable for fraud on these payments',
    )
  return {
    stores: { ...opened, ...instrumentStores({ ...opened, transactions }, telemetry, logger) },
    ephemeralSecrets,
    webhooks,
    ...events,
  }
}

/** Streams merchants' events. On the embedded database this process writes all of them; on PostgreSQL other processes do, too. */
function openEventStreams(
  { db, dialect, timers }: Pick<Infrastructure, 'db' | 'dialect' | 'timers'>,
  { eventStreamLimits }: Partial<Pick<Adapters, 'eventStreamLimits'>>,
): { readonly eventFeed: EventFeed; readonly eventStreams: EventStreams } {
  const eventFeed = createEventFeed(db, dialect)
  const findNewestIds = dialect === 'postgres' ? eventFeed.findNewestIds : null
  const limits = { ...EVENT_STREAM_LIMITS, ...eventStreamLimits }
  return { eventFeed, eventStreams: createEventStreams(findNewestIds, timers, limits) }
}
