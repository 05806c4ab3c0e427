import { isGatewayError, type RequestHeaders } from '@sluice/server-sdk'
import type { Markup } from './html.ts'
import { createOrder, currentAttempt, type Order, startNextAttempt } from './orders.ts'
import { cardFormPage, type CardProblems } from './pages/card-form.ts'
import { cataloguePage } from './pages/catalogue.ts'
import { noticePage } from './pages/notice.ts'
import { outcomePage } from './pages/outcome.ts'
import { concludeOrder, payOrder, type PaymentPorts } from './pay-order.ts'
import { readCardForm, type Way } from './read-card-form.ts'

export interface Visit {
  readonly method: string
  readonly path: string
  readonly headers: RequestHeaders
  /** Null when the connection has closed. Behind a proxy, take it from the header that your proxy sets. */
  readonly customerIp: string | null
  readonly form: URLSearchParams
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface RoutesOptions extends PaymentPorts {
  readonly ways: readonly Way[]
  readonly newOrderId: () => string
  readonly newOrderNumber: () => string
}

type Handler = (visit: Visit, order: Order) => Promise<Reply> | Reply

/** Answers every visit to the shop but those to its files and to the 3-D Secure flow; never rejects. */
export function createRoutes(options: RoutesOptions): (visit: Visit) => Promise<Reply> {
  const { orders, ways, log } = options

  async function showOrder(_: Visit, order: Order): Promise<Reply> {
    const state = await concludeOrder(options, order)
    if (state.kind === 'unpaid') return page(cardFormPage(order, { ways }))
    return state.kind === 'open' ? seeOther(state.url) : page(outcomePage(order, state))
  }

  async function pay({ form, headers, customerIp }: Visit, order: Order): Promise<Reply> {
    const state = await concludeOrder(options, order)
    // A second window, or the Back button to the form: the existing payment continues.
    if (state.kind !== 'unpaid') return seeOther(`/orders/${order.id}`)
    try {
      return seeOther(await payOrder(options, order, readCardForm(form), { headers, customerIp }))
    } catch (error) {
      if (!isGatewayError(error) || error.code !== 'validation_failed') throw error
      const problems = readProblems(error.errors)
      return page(cardFormPage(order, { ways, problems }), 422)
    }
  }

  async function tryAgain(_: Visit, order: Order): Promise<Reply> {
    const { kind } = await concludeOrder(options, order)
    const current = orders.find(order.id) ?? order
    if (kind !== 'unpaid' && kind !== 'paid')
      orders.save(startNextAttempt(current, currentAttempt(order), kind))
    return seeOther(`/orders/${order.id}`)
  }

  function makeOrder(): Reply {
    const order = createOrder(options.newOrderId(), options.newOrderNumber())
    orders.save(order)
    return seeOther(`/orders/${order.id}`)
  }

  const ofOrders: Readonly<Record<string, Handler>> = {
    'GET ': showOrder,
    'POST pay': pay,
    'POST again': tryAgain,
  }

  function findOrder({ path }: Visit) {
    const [, id = '', word = ''] = /^\/orders\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
    return { order: orders.find(id), word }
  }

  async function answer(visit: Visit): Promise<Reply> {
    const method = visit.method === 'HEAD' ? 'GET' : visit.method
    if (method === 'GET' && visit.path === '/') return page(cataloguePage())
    if (method === 'POST' && visit.path === '/orders') return makeOrder()
    const { order, word } = findOrder(visit)
    const handle = ofOrders[`${method} ${word}`]
    return order && handle ? handle(visit, order) : page(NOT_FOUND, 404)
  }

  return async (visit) => {
    try {
      return await answer(visit)
    } catch (error) {
      if (isGatewayError(error)) {
        log({ event: 'gateway_failed', error: error.toJSON() })
        return page(gatewayFailed(findOrder(visit).order), 502)
      }
      log({
        event: 'shop_failed',
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      })
      return page(shopFailed(findOrder(visit).order), 500)
    }
  }
}

const NOT_FOUND = noticePage(
  'There is no such page',
  'The address may be mistyped, or the shop was started again.',
)

const gatewayFailed = (order: Order | undefined) =>
  noticePage(
    'The payment service does not answer',
    'Your order is kept. Please open it again in a moment.',
    order && toOrder(order),
  )

const shopFailed = (order: Order | undefined) =>
  noticePage(
    'Something went wrong',
    'That is on our side. Please open your order again before you pay a second time.',
    order && toOrder(order),
  )

const toOrder = ({ id }: Order) => ({ href: `/orders/${id}`, label: 'Open the order again' })

/** The field of the form that each rule is about. */
const FIELD_OF: readonly (readonly [RegExp, keyof CardProblems, string])[] = [
  [/number/, 'number', 'Please check the card number.'],
  [/expir/, 'expiry', 'Please check the expiry date.'],
  [/cvv/, 'cvv', 'Please check the security code.'],
]

function readProblems(errors: readonly { readonly property: string }[]): CardProblems {
  const problems: CardProblems = {}
  for (const { property } of errors)
    for (const [shape, name, text] of FIELD_OF) if (shape.test(property)) problems[name] = text
  return Object.keys(problems).length > 0 ? problems : { number: 'This card cannot be used here.' }
}

function page(markup: Markup, status = 200): Reply {
  // Pages show orders: they are kept nowhere on their way.
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers, body: markup.toString() }
}

/** 303: the browser continues with GET, and a reload repeats nothing. */
function seeOther(location: string): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
