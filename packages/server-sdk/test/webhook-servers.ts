/** A server of each framework, as its users write one: with a webhook route at `/webhooks` and an ordinary one at `/echo`. */
import 'reflect-metadata'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Controller, Module, Post, type RawBodyRequest, Req, Res } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import express, { type Request as ExpressRequest, type Response as ExpressResponse } from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import {
  expressWebhook,
  fastifyWebhook,
  honoWebhook,
  nestWebhook,
  nextPagesWebhook,
  nodeWebhook,
  receiveWebhook,
  type ReceiveOptions,
} from '../src/webhooks/index.ts'

export interface WebhookServer {
  send(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<unknown>
}

type StartServer = (options: ReceiveOptions) => Promise<WebhookServer>

export const SERVERS: Readonly<Record<string, StartServer>> = {
  'node:http': (options) => listen((request, response) => void nodeWebhook(options)(request, response)),

  Express: (options) => {
    const app = express()
    app.post('/webhooks', expressWebhook(options))
    app.use(express.json())
    app.post('/echo', (request, response) => void response.json(request.body))
    return listen(app)
  },

  'Express, keeping raw bodies': (options) => {
    const app = express()
    app.use(express.json({ verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }) }))
    app.post('/webhooks', expressWebhook(options))
    app.post('/echo', (request, response) => void response.json(request.body))
    return listen(app)
  },

  'Express with express.raw': (options) => {
    const app = express()
    app.post('/webhooks', express.raw({ type: '*/*', limit: '2mb' }), expressWebhook(options))
    return listen(app)
  },

  Fastify: async (options) => {
    const app = fastify()
    app.register(fastifyWebhook(options))
    app.post('/echo', (request) => request.body)
    await app.listen({ port: 0, host: '127.0.0.1' })
    return at(app.server.address() as AddressInfo, () => app.close())
  },

  Hono: (options) => {
    const app = new Hono()
    app.post('/webhooks', honoWebhook(options))
    app.post('/echo', async (context) => context.json(await context.req.json()))
    return Promise.resolve({
      send: async (path, init) => app.request(path, init),
      close: () => Promise.resolve(),
    })
  },

  'Hono, after a middleware that read the body': (options) => {
    const app = new Hono()
    app.use(async (context, next) => {
      await context.req.json().catch(() => undefined)
      await next()
    })
    app.post('/webhooks', honoWebhook(options))
    return Promise.resolve({
      send: async (path, init) => app.request(path, init),
      close: () => Promise.resolve(),
    })
  },

  Nest: (options) => startNest(options, { rawBody: true }),

  'Next, pages router without a body parser': (options) =>
    listen((request, response) => void nextPagesWebhook(options)(request, response)),

  'the Fetch API': (options) =>
    Promise.resolve({
      send: (path, init) => receiveWebhook(new Request(`http://127.0.0.1${path}`, init), options),
      close: () => Promise.resolve(),
    }),
}

export async function startNest(
  options: ReceiveOptions,
  { rawBody }: { readonly rawBody: boolean },
): Promise<WebhookServer> {
  class WebhooksController {
    private readonly receive = nestWebhook(options)

    take(request: RawBodyRequest<ExpressRequest>, response: ExpressResponse): Promise<void> {
      return this.receive(request, response)
    }
  }
  // This does what decorators do, which are not JavaScript yet.
  const take = Object.getOwnPropertyDescriptor(WebhooksController.prototype, 'take') ?? {}
  Post()(WebhooksController.prototype, 'take', take)
  Req()(WebhooksController.prototype, 'take', 0)
  Res()(WebhooksController.prototype, 'take', 1)
  Controller('webhooks')(WebhooksController)
  class AppModule {}
  Module({ controllers: [WebhooksController] })(AppModule)

  const app = await NestFactory.create(AppModule, { rawBody, logger: false })
  await app.listen(0, '127.0.0.1')
  return at((app.getHttpServer() as { address(): AddressInfo }).address(), () => app.close())
}

export async function listen(listener: RequestListener): Promise<WebhookServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return at(server.address() as AddressInfo, () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
}

function at({ port }: AddressInfo, close: () => Promise<unknown>): WebhookServer {
  return { send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), close }
}
