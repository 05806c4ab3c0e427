import type { Clock } from '@sluice/platform/kernel/clock'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { explainSignature } from './explain-signature.ts'
import { gatherKnowledge } from './gather-knowledge.ts'
import type { SigningRecords } from './signing-records.ts'
import type { SubscriptionRecords } from './subscription-record.ts'

export interface ExplainSignaturePorts {
  readonly signingRecords: SigningRecords
  readonly subscriptionRecords: Pick<SubscriptionRecords, 'find'>
  readonly clock: Clock
}

/** Serves the question why a message does not verify. @see docs/protocol/webhooks.md#webhook-signatures */
export function registerExplainSignature(server: HttpServer, ports: ExplainSignaturePorts): void {
  registerEndpoint(server, 'explainWebhookSignature', async ({ body, caller: { merchantId } }) => {
    const subscription = await ports.subscriptionRecords.find(merchantId, body.subscription_id)
    if (subscription === null) throw notFoundRefusal()
    const message = {
      headers: new Map(Object.entries(body.headers).map(([name, value]) => [name.toLowerCase(), value])),
      body:
        body.body_base64 === undefined
          ? Buffer.from(body.body ?? '', 'utf8')
          : Buffer.from(body.body_base64, 'base64'),
    }
    const inquiry = {
      ...message,
      merchantId,
      subscriptionId: subscription.id,
      receiverSecret: body.secret ?? null,
    }
    const {
      cause,
      message: text,
      fix,
    } = explainSignature(
      message,
      await gatherKnowledge(inquiry, { records: ports.signingRecords, clock: ports.clock }),
    )
    return { status: 200, body: { verified: cause === null, cause, message: text, fix } }
  })
}
