import { receiveWebhook } from '@sluice/server-sdk/webhooks'
import type { Orders } from './orders.ts'

/** Returns the `POST` export of `app/webhooks/route.ts` in Next's app router. */
export function createNextRoute({ receiver }: Orders): (request: Request) => Promise<Response> {
  return (request) => receiveWebhook(request, receiver)
}
