import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import {
  expressThreeDs,
  fastifyThreeDs,
  fetchThreeDs,
  honoThreeDs,
  nodeThreeDs,
  type ThreeDsFlow,
} from '../src/three-ds/index.ts'

/** A merchant's server on a port of its own. */
export interface MerchantServer {
  readonly origin: string
  close(): Promise<unknown>
}

type Fetcher = (request: Request) => Response | Promise<Response>

/** Every kind of server a flow has a handler for, the real thing, with a body parser before it where people have one. */
export const SERVERS: Readonly<Record<string, (flow: ThreeDsFlow) => Promise<MerchantServer>>> = {
  'node:http': (flow) => {
    const threeDs = nodeThreeDs(flow)
    return listen((request, response) => void threeDs(request, response))
  },
  Express: (flow) => listen(express().use('/three-ds', expressThreeDs(flow)) as RequestListener),
  'Express behind a body parser': (flow) =>
    listen(
      express()
        .use(express.urlencoded({ extended: true }))
        .use('/three-ds', expressThreeDs(flow)) as RequestListener,
    ),
  'Express 4 behind express.json()': (flow) =>
    listen(
      express()
        .use((request, _, next) => {
          // It leaves this behind when a body is no JSON.
          request.body = {}
          next()
        })
        .use('/three-ds', expressThreeDs(flow)) as RequestListener,
    ),
  Fastify: async (flow) => {
    const app = fastify()
    await app.register(fastifyThreeDs(flow, { path: '/three-ds' }))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    return { origin, close: () => app.close() }
  },
  Hono: (flow) => listen(toListener(new Hono().all('/three-ds/*', honoThreeDs(flow)).fetch)),
  'Fetch API': (flow) => listen(toListener(fetchThreeDs(flow))),
}

async function listen(listener: RequestListener): Promise<MerchantServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Wraps a handler as a runtime of the Fetch API does. */
function toListener(fetcher: Fetcher): RequestListener {
  return (incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
      const request = new Request(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`, {
        method: incoming.method ?? 'GET',
        headers: incoming.headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const response = await fetcher(request)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(await response.text())
    })()
  }
}
