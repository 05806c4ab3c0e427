import type {
  SignatureExplanation,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryQuery,
  WebhookReplay,
  WebhookReplayRequest,
  WebhookSecretRotation,
  WebhookSubscription,
  WebhookSubscriptionChange,
  WebhookSubscriptionCreated,
  WebhookSubscriptionList,
  WebhookSubscriptionRequest,
} from '@sluice/types'
import { type ApiPromise, toApiPromise } from '../http/api-promise.ts'
import type { CallOptions, ReadOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { encodeBase64 } from '../webhooks/base64.ts'
import { lookUpHeaders, type WebhookHeaders } from '../webhooks/message-headers.ts'

/** A message that a receiver refused, as it arrived. */
export interface RefusedMessage {
  /** The subscription that the receiver belongs to. */
  readonly subscriptionId: string
  /** Headers of the refused message, as your server got them. */
  readonly headers: WebhookHeaders
  /** The verified raw body. */
  readonly rawBody: string | Uint8Array
  /** The secret that verified it, `whsec_…`: the gateway says whether it is the right one, and does not store it. */
  readonly secret?: string | undefined
}

/** Subscriptions to the merchant's events, and their deliveries. Receivers use `@sluice/server-sdk/webhooks`. */
export interface Webhooks {
  /**
   * Lists the subscriptions, the oldest first: whether they are delivered to, and since when that fails.
   *
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   */
  listSubscriptions(options?: ReadOptions): ApiPromise<WebhookSubscriptionList>
  /**
   * Creates a subscription. Its `secret` is shown this once: store it for `verifyWebhook`. Needs the role `webhooks:write`.
   *
   * @param request - `filters` are event names or short filters; every transaction event and tokenized cards when left out.
   * @throws When a member breaks a rule, or the host is not one of the merchant's `webhook_hosts`. {@link ValidationError}
   * @throws When the operator's configuration manages the merchant. {@link ConflictError}
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   *
   * @example
   * ```ts
   * const { id, secret } = await client.webhooks.createSubscription({ url: 'https://shop.example/webhooks' })
   * ```
   */
  createSubscription(
    request: WebhookSubscriptionRequest,
    options?: CallOptions,
  ): ApiPromise<WebhookSubscriptionCreated>
  /**
   * Changes where a subscription sends events, or which. Omitted members keep their value, and so does the secret.
   * Needs the role `webhooks:write`.
   *
   * @throws When a member breaks a rule, or the host is not one of the merchant's `webhook_hosts`. {@link ValidationError}
   * @throws When this merchant has no such subscription. {@link NotFoundError}
   * @throws When the operator's configuration manages the merchant. {@link ConflictError}
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   */
  updateSubscription(
    subscriptionId: string,
    change: WebhookSubscriptionChange,
    options?: CallOptions,
  ): ApiPromise<WebhookSubscription>
  /**
   * Disables a subscription until it is enabled again. Needs the role `webhooks:write`.
   *
   * @throws When this merchant has no such subscription. {@link NotFoundError}
   * @throws When the operator's configuration manages the merchant. {@link ConflictError}
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   */
  disable(subscriptionId: string, options?: CallOptions): ApiPromise<WebhookSubscription>
  /**
   * Removes a subscription for good. Its deliveries stay in the list. Needs the role `webhooks:write`.
   *
   * @throws When this merchant has no such subscription. {@link NotFoundError}
   * @throws When the operator's configuration manages the merchant. {@link ConflictError}
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   */
  deleteSubscription(subscriptionId: string, options?: CallOptions): ApiPromise<void>
  /**
   * Creates a new secret for a subscription, which is shown only once. For 24 hours messages are signed with the old
   * one too: give your receiver both, then take the old one away.
   *
   * @throws When this merchant has no such subscription. {@link NotFoundError}
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   *
   * @example
   * ```ts
   * const { secret } = await client.webhooks.rotateSecret(subscriptionId)
   * // from now on: verifyWebhook(rawBody, headers, [secret, oldSecret])
   * ```
   */
  rotateSecret(subscriptionId: string, options?: CallOptions): ApiPromise<WebhookSecretRotation>
  /**
   * Enables a subscription that was disabled because its receiver answered 410 or failed for days. Messages that were
   * not delivered in the meantime wait for {@link Webhooks.replay}.
   *
   * @throws When this merchant has no such subscription. {@link NotFoundError}
   * @throws When the operator's configuration disables it. {@link ConflictError}
   * @see docs/protocol/webhooks.md#webhook-subscriptions
   */
  enable(subscriptionId: string, options?: CallOptions): ApiPromise<WebhookSubscription>
  /**
   * Lists deliveries, the newest first; `next_cursor` of a page requests the next one.
   *
   * @param query - `limit` is 1 to 100, by default 20.
   * @see docs/protocol/webhooks.md#webhook-deliveries
   *
   * @example
   * ```ts
   * const { deliveries } = await client.webhooks.listDeliveries({ transaction_id: id })
   * ```
   */
  listDeliveries(query?: WebhookDeliveryQuery, options?: ReadOptions): ApiPromise<WebhookDeliveryList>
  /**
   * Reads a delivery with its content and every attempt: time, duration, and the receiver's answer.
   *
   * @throws When this merchant has no such delivery. {@link NotFoundError}
   * @see docs/protocol/webhooks.md#webhook-deliveries
   */
  getDelivery(deliveryId: string, options?: ReadOptions): ApiPromise<WebhookDeliveryDetail>
  /**
   * Resends deliveries now, with the same `webhook-id`: the given ones (at most 500), those of an interval, or all
   * failed ones. At most 10,000 per call, oldest first; `has_more` is true if there are others.
   *
   * @throws When a given delivery or subscription does not exist; nothing is sent. {@link NotFoundError}
   * @throws When its subscription is disabled; the message says why. {@link ConflictError}
   * @see docs/protocol/webhooks.md#webhook-deliveries
   *
   * @example
   * ```ts
   * const { replayed } = await client.webhooks.replay({ failed: true })
   * ```
   */
  replay(request: WebhookReplayRequest, options?: CallOptions): ApiPromise<WebhookReplay>
  /**
   * Queries the gateway why a message does not verify. The gateway knows the secrets and what it sent, so it
   * distinguishes a wrong secret from a re-serialized body, and returns the fix. `explainWebhookFailure` does the
   * same offline, as far as possible.
   *
   * @throws When this merchant has no such subscription. {@link NotFoundError}
   * @see docs/protocol/webhooks.md#webhook-signatures
   *
   * @example
   * ```ts
   * const { cause, fix } = await client.webhooks.explainSignature({ subscriptionId, headers, rawBody, secret })
   * cause // 'body_reserialized'
   * ```
   */
  explainSignature(message: RefusedMessage, options?: CallOptions): ApiPromise<SignatureExplanation>
}

const REFUSED_MESSAGE: KnownOptions<RefusedMessage> = {
  subscriptionId: true,
  headers: true,
  rawBody: true,
  secret: true,
}

const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

export function createWebhooks(transport: Transport): Webhooks {
  return {
    listSubscriptions: (options) => transport.call('listWebhookSubscriptions', {}, options),
    createSubscription: (request, options) =>
      transport.call('addWebhookSubscription', { body: request }, options),
    updateSubscription: (id, change, options) =>
      transport.call('updateWebhookSubscription', { params: { subscription_id: id }, body: change }, options),
    disable: (id, options) =>
      transport.call('disableWebhookSubscription', { params: { subscription_id: id } }, options),
    deleteSubscription: (id, options) =>
      transport.call('removeWebhookSubscription', { params: { subscription_id: id } }, options),
    rotateSecret: (subscriptionId, options) =>
      transport.call('rotateWebhookSecret', { params: { subscription_id: subscriptionId } }, options),
    enable: (subscriptionId, options) =>
      transport.call('enableWebhookSubscription', { params: { subscription_id: subscriptionId } }, options),
    listDeliveries: (query = {}, options) => transport.call('listWebhookDeliveries', { query }, options),
    getDelivery: (deliveryId, options) =>
      transport.call('getWebhookDelivery', { params: { delivery_id: deliveryId } }, options),
    replay: (request, options) => transport.call('replayWebhookDeliveries', { body: request }, options),
    explainSignature(message, options) {
      const send = async () =>
        transport.call('explainWebhookSignature', { body: explainRequest(message) }, options).withResponse()
      return toApiPromise(send())
    },
  }
}

function explainRequest(message: RefusedMessage) {
  refuseUnknownOptions(message, REFUSED_MESSAGE, 'message')
  const { subscriptionId, headers, rawBody, secret } = message
  const find = lookUpHeaders(headers)
  const given = SIGNED_HEADERS.flatMap((name) => {
    const value = find(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const bytes = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  return {
    subscription_id: subscriptionId,
    headers: Object.fromEntries(given),
    // The body is sent as Base64, so that no filter misinterprets it and its bytes stay unchanged.
    body_base64: encodeBase64(bytes),
    ...(secret === undefined ? {} : { secret }),
  }
}
