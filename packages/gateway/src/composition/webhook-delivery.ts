import { signMessage } from '@sluice/platform/crypto/standard-webhook'
import { createAnnounce, listenForNotices, type Listener } from '@sluice/platform/database/notices'

import type { Config } from '../config.ts'
import {
  createDeliveryQueue,
  createDispatcher,
  createPostWebhook,
  logReport,
  reasonOfGivingUp,
  webhookAddressRules,
} from '../webhooks/index.ts'
import type { Adapters } from './adapters.ts'
import type { Infrastructure } from './infrastructure.ts'
import { instrumentPost } from './instrument.ts'
import type { Observability } from './observability.ts'

/** The channel between processes that write events and those that send them. */
const CHANNEL = 'sluice_webhooks'

/** The part of webhook delivery that this process does. */
export interface WebhookDelivery {
  /** Notifies the dispatchers that a merchant has a due delivery. */
  onDue(merchantId: string): void
  start(): Promise<void>
  /** Attempts every due delivery of a merchant, or of all merchants. Returns their number. */
  runDue(merchantId?: string): Promise<number>
  stop(): Promise<void>
}

/**
 * Notifies the dispatchers of other processes that a merchant has a due delivery; the embedded database has no other
 * processes.
 */
function createAnnounceDue({
  db,
  dialect,
}: Pick<Infrastructure, 'db' | 'dialect'>): (merchantId: string) => Promise<void> {
  return dialect === 'postgres' ? createAnnounce(db, CHANNEL) : () => Promise.resolve()
}

const refuseToPost = () => Promise.reject(new Error('this process is a drill and sends no webhooks'))

export function makeWebhookDelivery(
  config: Config,
  infrastructure: Infrastructure,
  { logger, telemetry }: Pick<Observability, 'logger' | 'telemetry'>,
  adapters: Partial<Pick<Adapters, 'postWebhook' | 'webhookLimits'>>,
): WebhookDelivery {
  const { dialect, timers } = infrastructure
  const queue = createDeliveryQueue(infrastructure)
  const sender = createPostWebhook(webhookAddressRules(config))
  const dispatcher = createDispatcher({
    ...infrastructure,
    queue,
    post: config.isDrill ? refuseToPost : instrumentPost(adapters.postWebhook ?? sender.post, telemetry),
    sign: signMessage,
    onSent: (report) => {
      const reason = reasonOfGivingUp(report)
      if (reason !== null) telemetry.count('given up', { reason })
      logReport(logger, report)
    },
    onError: (error) =>
      logger.error({ err: error }, 'webhooks could not be sent, or their results could not be stored'),
    ...(adapters.webhookLimits && { limits: adapters.webhookLimits }),
  })
  const sendsHere = config.roles.has('dispatcher')
  const announce = createAnnounceDue(infrastructure)
  let listener: Listener | null = null
  return {
    onDue: sendsHere
      ? (merchantId) => dispatcher.wake(merchantId)
      : (merchantId) => void announce(merchantId),
    async start() {
      if (!sendsHere) return
      // Only one process at a time uses the embedded database, so the process that was sending has ended.
      if (dialect === 'sqlite') await queue.endLeases()
      dispatcher.start()
      if (config.databaseUrl === null) return
      listener = listenForNotices({
        databaseUrl: config.databaseUrl.reveal(),
        channel: CHANNEL,
        timers,
        onNotice: (merchantIds) => {
          if (merchantIds.length === 0) dispatcher.wake()
          for (const merchantId of merchantIds) dispatcher.wake(merchantId)
        },
      })
    },
    runDue: (merchantId) => dispatcher.runDue(merchantId),
    async stop() {
      await Promise.all([dispatcher.stop(), listener?.stop()])
      sender.close()
    },
  }
}
