import { fastifyWebhook } from '@sluice/server-sdk/webhooks'
import { fastify, type FastifyInstance } from 'fastify'
import type { Orders } from './orders.ts'

/** A shop in Fastify. The plugin reads the raw body for its own path only. */
export function createFastifyShop({ receiver }: Orders): FastifyInstance {
  const app = fastify()
  app.register(fastifyWebhook({ path: '/webhooks', ...receiver }))
  return app
}
