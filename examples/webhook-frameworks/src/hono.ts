import { honoWebhook } from '@sluice/server-sdk/webhooks'
import { Hono } from 'hono'
import type { Orders } from './orders.ts'

/** A shop in Hono, for Workers, Bun, Deno and Node: `export default createHonoShop(orders)`. */
export function createHonoShop({ receiver }: Orders): Hono {
  const app = new Hono()
  app.post('/webhooks', honoWebhook(receiver))
  return app
}
