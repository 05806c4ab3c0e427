import type { FastifyReply, FastifyRequest } from 'fastify'

import { ALWAYS_SPOKEN, type Language, LANGUAGES } from '@sluice/types/vocabulary'
import { sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { clientAddress } from '@sluice/platform/http/network-address'

import { formPage, noticePage } from '../card/pages/browser-pages.wire.ts'
import { languageOf, sendElsewhere } from '../card/pages/challenge-page.routes.ts'
import type { OrderReturn } from '../execution/order-return.ts'
import { endWaiting, queryEarly } from '../execution/recover.ts'
import type { Transaction } from '../execution/transaction.ts'
import { orderCheckedPage, orderEndedPage, orderPage } from '../redirect/pages/order-page.wire.ts'
import { type OrderReturnPorts, orderReturnPath } from './order-return.routes.ts'

export interface OrderPayPorts extends OrderReturnPorts {
  readonly baseUrl: () => string
  readonly findMerchantName: (merchantId: string) => Promise<string | null>
  /** Returns the languages of a merchant's pages beyond those of every merchant. */
  readonly listLanguages: (merchantId: string) => Promise<readonly Language[]>
}

/** The path of the page on which the customer pays an order. */
export const orderPayPath = (handle: string): string => `/orders/${handle}/pay`

const statePath = (handle: string): string => `/orders/${handle}/state`
const cancelPath = (handle: string): string => `/orders/${handle}/cancel`

/**
 * Serves the page of an order whose provider has no page of its own: a code, links to apps, a bank account, or a form
 * that posts to the provider.
 *
 * @see docs/protocol/payments.md#order-pages
 */
export function registerOrderPay(server: HttpServer, ports: OrderPayPorts): void {
  server.get(orderPayPath(':handle'), async (request, reply) => {
    const order = await findOrder(ports, request)
    if (order === null) return sendNotUnderstood(request, reply)
    return showOrder(server, ports, order, { request, reply })
  })
  server.get(statePath(':handle'), async (request, reply) => {
    const order = await findOrder(ports, request)
    if (order === null) return reply.code(404).send({ error: 'Not Found' })
    const { goal } = order
    const asks = 'ask' in (request.query as Readonly<Record<string, unknown>>)
    if (asks && isOpen(order.transaction) && (await ports.mayAsk(clientAddress(request))))
      await queryEarly(ports, goal.merchantId, goal.transactionId)
    const current = asks ? await ports.store.find(goal.merchantId, goal.transactionId) : order.transaction
    return reply
      .headers({ 'cache-control': 'no-store' })
      .send({ pending: current !== null && isOpen(current) })
  })
  server.post(cancelPath(':handle'), async (request, reply) => {
    const order = await findOrder(ports, request)
    if (order === null) return sendNotUnderstood(request, reply)
    const { merchantId, transactionId } = order.goal
    // Each press calls the provider.
    if (await ports.mayAsk(clientAddress(request))) {
      const open = await ports.store.findOpen(merchantId, transactionId)
      if (open !== null && open.transaction.orderPage !== null)
        await endWaiting(ports, open, '1003', 'cancel')
    }
    const current = await ports.store.find(merchantId, transactionId)
    const path =
      current !== null && isOpen(current)
        ? `${orderPayPath(order.handle)}?${[...queryOf(requestedLanguage(request)), NOT_CANCELED].join('&')}`
        : orderReturnPath(order.handle)
    return sendElsewhere(ports.baseUrl() + path, reply)
  })
}

/** The query parameter of the page after a cancellation that the provider did not confirm. */
const NOT_CANCELED = 'not-canceled'

interface FoundOrder {
  readonly handle: string
  readonly goal: OrderReturn
  readonly transaction: Transaction
}

async function findOrder(ports: OrderPayPorts, request: FastifyRequest): Promise<FoundOrder | null> {
  const { handle } = request.params as { readonly handle: string }
  const goal = ports.openOrderReturn(handle)
  const transaction = goal && (await ports.store.find(goal.merchantId, goal.transactionId))
  return goal && transaction && { handle, goal, transaction }
}

const isOpen = ({ status }: Transaction): boolean => status === 'PENDING'

/** Returns the language that the shopper chose on the page; null for none. */
function requestedLanguage({ query }: FastifyRequest): Language | null {
  const { lang } = query as Readonly<Record<string, unknown>>
  return typeof lang === 'string' && Object.hasOwn(LANGUAGES, lang) ? (lang as Language) : null
}

const queryOf = (language: Language | null) => (language === null ? [] : [`lang=${language}`])

async function showOrder(
  server: HttpServer,
  ports: OrderPayPorts,
  { handle, goal: { merchantId, transactionId }, transaction }: FoundOrder,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const enabled = await ports.listLanguages(merchantId)
  const languages = [...new Set([...ALWAYS_SPOKEN, ...enabled])]
  const asked = requestedLanguage(request)
  const shownIn = asked ?? transaction.browserInfo?.language ?? null
  const locale = languageOf(request, enabled, shownIn)
  const at = (path: (handle: string) => string) => ports.baseUrl() + path(handle)
  const cancel = [at(cancelPath), ...queryOf(asked)].join('?')
  const urls = { state: at(statePath), cancel, back: at(orderReturnPath) }
  const isTest = server.edge.options.config.environment === 'test'
  if (!isOpen(transaction)) return sendPage(reply, orderEndedPage({ transaction, locale, isTest, urls }))
  const { orderPage: shown } = transaction
  const open = await ports.store.findOpen(merchantId, transactionId)
  // The shopper confirms it on the provider's own page.
  if (shown === null || open === null) return sendElsewhere(urls.back, reply)
  const { expiresAtMs, step } = open.pendingAuthentication
  const isPayable = step === 'REDIRECT' && ports.clock.now() < expiresAtMs
  if (!isPayable) return sendPage(reply, orderCheckedPage({ locale, languages, isTest, urls }))
  if (shown.kind === 'FORM') return sendPage(reply, formPage(shown.url, shown.data, locale, 'continuing'))
  const isNotCanceled = NOT_CANCELED in (request.query as Readonly<Record<string, unknown>>)
  const merchantName = await ports.findMerchantName(merchantId)
  return sendPage(
    reply,
    orderPage(
      { transaction, merchantName, expiresAtMs, locale, languages, isTest, urls, isNotCanceled },
      shown,
    ),
  )
}

function sendNotUnderstood(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, { status: 404, ...noticePage('not_understood', languageOf(request)) })
}
