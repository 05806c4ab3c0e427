import { endpointPath } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { readCursor } from '@sluice/platform/http/read-cursor'
import { notFoundRefusal, RequestRefusal } from '@sluice/platform/http/request-refusal'
import { encodeCursor } from '@sluice/platform/kernel/page-cursor'

import type { CustomerStore } from './customer.store.ts'
import { fromCustomerChange, fromCustomerRequest, toWireCustomer } from './customer.wire.ts'

export interface CustomerPorts {
  readonly customers: CustomerStore
  readonly clock: Clock
  readonly random: Random
  readonly eraseCustomer: EraseCustomer
}

/** Erases a customer everywhere. `pending`: a payment of the customer has not ended. */
export type EraseCustomer = (
  merchantId: string,
  customerId: string,
) => Promise<'erased' | 'pending' | 'unknown'>

/** Serves a merchant's customers. @see docs/protocol/customers.md#customers */
export function registerCustomers(server: HttpServer, ports: CustomerPorts): void {
  const { customers, clock, random } = ports

  registerEndpoint(server, 'createCustomer', async ({ body, caller }) => {
    const customer = fromCustomerRequest(body, {
      merchantId: caller.merchantId,
      id: random.uuid(),
      createdAtMs: clock.now(),
    })
    await customers.create(customer)
    const location = endpointPath('getCustomer', { id: customer.id })
    return { status: 201, body: toWireCustomer(customer), headers: { location } }
  })

  registerEndpoint(server, 'getCustomer', async ({ params, caller }) => {
    const customer = await customers.find(caller.merchantId, params.id)
    if (customer === null) throw notFoundRefusal()
    return { status: 200, body: toWireCustomer(customer) }
  })

  registerEndpoint(server, 'updateCustomer', async ({ params, body, caller }) => {
    const customer = await customers.change(caller.merchantId, params.id, fromCustomerChange(body))
    if (customer === null) throw notFoundRefusal()
    return { status: 200, body: toWireCustomer(customer) }
  })

  registerEndpoint(server, 'deleteCustomer', async ({ params, caller }) => {
    const came = await ports.eraseCustomer(caller.merchantId, params.id)
    if (came === 'unknown') throw notFoundRefusal()
    if (came === 'pending') throw new RequestRefusal(409, { error: 'Conflict', status: 'PENDING' })
    return { status: 204 }
  })

  registerEndpoint(server, 'listCustomers', async ({ query, caller }) => {
    const limit = query.limit ?? LIMITS.PAGE_SIZE_DEFAULT
    // Fetches one more row to know whether another page follows.
    const found = await customers.list({
      merchantId: caller.merchantId,
      email: query.email ?? null,
      after: query.cursor === undefined ? null : readCursor(query.cursor),
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      status: 200,
      body: {
        data: page.map(toWireCustomer),
        next_cursor: found.length > limit && last ? encodeCursor(last) : null,
      },
    }
  })
}
