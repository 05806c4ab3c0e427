/** A merchant with its own receiver, at a shared gateway. */
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookSubscription,
  WebhookSubscriptionCreated,
  WebhookSubscriptionList,
} from '@sluice/types'
import { expect, onTestFinished, vi } from 'vitest'

import { otherMerchant } from './both-gateways.ts'
import type { MerchantAtGateway } from './merchant-at-gateway.ts'
import type { TestGateway } from './test-gateway.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const WAIT = { timeout: 20_000, interval: 20 }

export class WebhookFixture {
  readonly merchant: MerchantAtGateway
  readonly receiver: WebhookReceiver
  readonly subscription: WebhookSubscriptionCreated

  private constructor(
    merchant: MerchantAtGateway,
    receiver: WebhookReceiver,
    subscription: WebhookSubscriptionCreated,
  ) {
    this.merchant = merchant
    this.receiver = receiver
    this.subscription = subscription
  }

  static async open(gateway: TestGateway): Promise<WebhookFixture> {
    const merchant = await otherMerchant(gateway)
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.close())
    const subscription = await subscribe(merchant, { url: receiver.url })
    return new WebhookFixture(merchant, receiver, subscription)
  }

  /** Pays, which causes an event, and returns the transaction's id. */
  async pay(): Promise<string> {
    const { result } = await this.merchant.authorize({ flow: 'NO_3DS' })
    return result?.id ?? ''
  }

  async arrived(count: number): Promise<void> {
    await vi.waitFor(() => expect(this.receiver.messages.length).toBeGreaterThanOrEqual(count), WAIT)
  }

  async deliveries(query = ''): Promise<readonly WebhookDelivery[]> {
    return (await this.merchant.get<WebhookDeliveryList>(`/api/webhooks/deliveries${query}`)).deliveries
  }

  delivery(id: string): Promise<WebhookDeliveryDetail> {
    return this.merchant.get<WebhookDeliveryDetail>(`/api/webhooks/deliveries/${id}`)
  }

  /** Waits until the only delivery, or that of a query, has the expected state. */
  async deliveryIn(status: string, query = ''): Promise<WebhookDelivery> {
    return vi.waitFor(async () => {
      const [delivery] = await this.deliveries(query)
      expect(delivery?.status).toBe(status)
      return delivery as WebhookDelivery
    }, WAIT)
  }

  async subscriptions(): Promise<readonly WebhookSubscription[]> {
    return (await this.merchant.get<WebhookSubscriptionList>('/api/webhooks/subscriptions')).subscriptions
  }

  post<T>(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    return this.merchant.send<T>('POST', `/api/webhooks${path}`, body, headers)
  }

  /** Calls a tool of fault injection. */
  tool<T>(path: string, body: unknown) {
    return this.merchant.send<T>('POST', `/simulators/webhooks${path}`, body, sandboxOf(this.merchant))
  }

  async switches(switches: unknown): Promise<void> {
    const answer = await this.tool(`/subscriptions/${this.subscription.id}/laboratory`, switches)
    expect(answer.status, answer.text).toBe(200)
  }

  /** Moves the clock until the only delivery is retried. */
  async reachNextAttempt(): Promise<void> {
    const due = await vi.waitFor(async () => {
      const [delivery] = await this.deliveries()
      const at = Date.parse(delivery?.next_attempt_at ?? '')
      expect(at).toBeGreaterThan(Date.now())
      return { at, attempts: delivery?.attempt_count ?? 0 }
    }, WAIT)
    await this.advance(Math.ceil((due.at - Date.now()) / 1000) + 1)
    await this.arrived(due.attempts + 1)
  }

  /** Waits until fault injection has postponed the only delivery. */
  async postponed(): Promise<void> {
    await vi.waitFor(async () => {
      const [delivery] = await this.deliveries()
      const { next_attempt_at: next, created_at: created } = delivery ?? {}
      expect(Date.parse(next ?? '')).toBeGreaterThan(Date.parse(created ?? '') + 30_000)
    }, WAIT)
  }

  async advance(seconds: number): Promise<void> {
    const body = { advance_seconds: seconds }
    const answer = await this.merchant.send('POST', '/simulators/clock', body, sandboxOf(this.merchant))
    expect(answer.status, answer.text).toBe(200)
  }
}

export function sandboxOf(merchant: MerchantAtGateway): Record<string, string> {
  return { 'x-sandbox-id': merchant.ready.sandbox_id }
}

export async function subscribe(
  merchant: MerchantAtGateway,
  input: { readonly url: string; readonly filters?: readonly string[] },
): Promise<WebhookSubscriptionCreated> {
  const answer = await merchant.send<WebhookSubscriptionCreated>(
    'POST',
    '/simulators/webhooks/subscriptions',
    input,
    sandboxOf(merchant),
  )
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
