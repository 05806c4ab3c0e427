import { isGatewayError } from '@sluice/server-sdk'
import type { Asset } from './assets.ts'
import type { CheckoutFlow, Log } from './checkout-flow.ts'
import type { Markup } from './html.ts'
import { createOrder, currentAttempt, type Order, type OrderStore } from './orders.ts'
import { cataloguePage } from './pages/catalogue.ts'
import { checkoutPage } from './pages/checkout.ts'
import { failurePage } from './pages/failure.ts'
import { failedPage, gatewayProblemPage, mismatchPage, notFoundPage } from './pages/notice.ts'
import { pendingPage } from './pages/pending.ts'
import { receiptPage } from './pages/receipt.ts'
import { CURRENCY, findProduct, PRODUCTS } from './products.ts'

export interface Visit {
  readonly method: string
  readonly path: string
  /** Fields of a posted form; empty otherwise. */
  readonly form: URLSearchParams
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export interface RoutesOptions {
  readonly flow: CheckoutFlow
  readonly orders: OrderStore
  readonly assets: ReadonlyMap<string, Asset>
  readonly clientKey: string
  readonly gatewayUrl: string
  readonly newOrderId: () => string
  readonly newOrderNumber: () => string
  readonly log: Log
}

type Handler = (visit: Visit, parameter: string) => Promise<Reply> | Reply

interface Route {
  readonly method: 'GET' | 'POST'
  /** At most one group: the order's id or the asset's name. */
  readonly path: RegExp
  readonly handle: Handler
}

/** Answers every visit to the shop; never rejects. */
export function createRoutes(options: RoutesOptions): (visit: Visit) => Promise<Reply> {
  const { flow, orders, assets, log } = options

  const withOrder =
    (handle: (order: Order, visit: Visit) => Promise<Reply> | Reply): Handler =>
    (visit, id) => {
      const order = orders.find(id)
      return order ? handle(order, visit) : page(notFoundPage(), 404)
    }

  async function showCheckout(order: Order): Promise<Reply> {
    const open = await flow.open(order)
    if (!open) return seeOther(`/return/${order.id}`)
    const { clientKey, gatewayUrl } = options
    const returnPath = `/return/${order.id}`
    return page(checkoutPage(order, { clientKey, gatewayUrl, returnPath, sessionId: open.sessionId }))
  }

  async function showReturn(asked: Order): Promise<Reply> {
    const { kind, order } = await flow.conclude(asked)
    if (kind === 'open') return seeOther(`/checkout/${order.id}`)
    if (kind === 'pending') return page(pendingPage(order))
    if (kind === 'mismatch') return page(mismatchPage(order.number), 409)
    const { failure } = currentAttempt(order)
    if (order.payment) return page(receiptPage(order, order.payment))
    return failure
      ? page(failurePage(order, failure.outcome, failure.processingCode))
      : page(failedPage(), 500)
  }

  function takeOrder({ form }: Visit): Reply {
    const product = findProduct(form.get('product') ?? '')
    if (!product) return page(notFoundPage(), 404)
    const order = createOrder({
      id: options.newOrderId(),
      number: options.newOrderNumber(),
      product,
      currency: CURRENCY,
    })
    orders.save(order)
    return seeOther(`/checkout/${order.id}`)
  }

  function showAsset(_: Visit, name: string): Reply {
    const asset = assets.get(name)
    if (!asset) return page(notFoundPage(), 404)
    // No version in the name: the browser keeps it for a moment only.
    const headers = { 'content-type': asset.contentType, 'cache-control': 'public, max-age=60' }
    return { status: 200, headers, body: asset.body }
  }

  const routes: readonly Route[] = [
    { method: 'GET', path: /^\/$/, handle: () => page(cataloguePage(PRODUCTS)) },
    { method: 'POST', path: /^\/basket$/, handle: takeOrder },
    { method: 'GET', path: /^\/checkout\/([\w-]+)$/, handle: withOrder(showCheckout) },
    {
      method: 'POST',
      path: /^\/checkout\/([\w-]+)\/again$/,
      handle: withOrder((order) => {
        flow.tryAgain(order)
        return seeOther(`/checkout/${order.id}`)
      }),
    },
    { method: 'GET', path: /^\/return\/([\w-]+)$/, handle: withOrder(showReturn) },
    { method: 'GET', path: /^\/assets\/([\w./-]+)$/, handle: showAsset },
  ]

  return async (visit) => {
    const method = visit.method === 'HEAD' ? 'GET' : visit.method
    const matching = routes.filter(({ path }) => path.test(visit.path))
    const route = matching.find((candidate) => candidate.method === method)
    if (!route) {
      const allow = matching.map((candidate) => candidate.method).join(', ')
      return matching.length === 0 ? page(notFoundPage(), 404) : { ...page(notFoundPage(), 405, { allow }) }
    }
    try {
      return await route.handle(visit, route.path.exec(visit.path)?.[1] ?? '')
    } catch (error) {
      if (isGatewayError(error)) {
        log({ event: 'gateway_failed', error: error.toJSON() })
        return page(gatewayProblemPage(method === 'GET' ? visit.path : '/'), 502)
      }
      log({
        event: 'shop_failed',
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      })
      return page(failedPage(), 500)
    }
  }
}

function page(markup: Markup, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    // Pages show orders: they are kept nowhere on their way.
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: markup.toString(),
  }
}

/** 303: the browser continues with GET, and a reload repeats nothing. */
function seeOther(location: string): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
