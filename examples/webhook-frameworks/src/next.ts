import { receiveWebhook } from '@sluice/server-sdk/webhooks'
import type { Orders } from './orders.ts'

/** What `app/webhooks/route.ts` of Next's app router exports as `POST`. */
export function createNextRoute({ receiver }: Orders): (request: Request) => Promise<Response> {
  return (request) => receiveWebhook(request, receiver)
}
