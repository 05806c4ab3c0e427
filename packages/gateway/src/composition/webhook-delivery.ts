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

/** Processes that write events and processes that send them meet here. */
const CHANNEL = 'sluice_webhooks'

/** The delivery of webhooks, as far as it is this process's business. */
export interface WebhookDelivery {
  /** Tells the dispatchers that a merchant has a delivery due. */
  onDue(merchantId: string): void
  start(): Promise<void>
  /** Makes an attempt at every due delivery of a merchant, or of all; gives how many there were. */
  runDue(merchantId?: string): Promise<number>
  stop(): Promise<void>
}

/** Tells the dispatchers of other processes that a merchant has something due; the embedded database has none. */
function createAnnounceDue({
  db,
  dialect,
}: Pick<Infrastructure, 'db' | 'dialect'>): (merchantId: string) => Promise<void> {
  return dialect === 'postgres' ? createAnnounce(db, CHANNEL) : () => Promise.resolve()
}

const refuseToPost = () => Promise.reject(new Error('this process is a drill and sends nothing'))

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
      logger.error({ err: error }, 'webhooks could not be sent or their result not written'),
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
      // The embedded database has one process at a time: the process that was sending when it closed has ended.
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
