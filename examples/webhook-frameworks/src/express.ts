import { expressWebhook } from '@sluice/server-sdk/webhooks'
import express, { type Express } from 'express'
import type { Orders } from './orders.ts'

/** A shop in Express. The receiver precedes `express.json()`, because the signature covers the bytes. */
export function createExpressShop({ receiver }: Orders): Express {
  const app = express()
  app.post('/webhooks', expressWebhook(receiver))
  app.use(express.json())
  return app
}
