import type { RequestListener } from 'node:http'
import { createExpressShop } from './express.ts'
import { createFastifyShop } from './fastify.ts'
import { createHonoShop } from './hono.ts'
import { createNextRoute } from './next.ts'
import type { Orders } from './orders.ts'
import { serveFetch } from './serve-fetch.ts'

/** Each framework's shop as a listener of Node's HTTP server. Next itself serves the last one in a real project. */
export const SHOPS: Readonly<Record<string, (orders: Orders) => RequestListener | Promise<RequestListener>>> =
  {
    express: (orders) => createExpressShop(orders),
    async fastify(orders) {
      const app = createFastifyShop(orders)
      await app.ready()
      return (request, response) => app.routing(request, response)
    },
    hono: (orders) => serveFetch((request) => createHonoShop(orders).fetch(request)),
    next: (orders) => serveFetch(createNextRoute(orders)),
  }
