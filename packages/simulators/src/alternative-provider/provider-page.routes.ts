import type { Locale } from '@sluice/types/vocabulary'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Timers } from '@sluice/shared/timers'
import { withDeadline } from '@sluice/shared/timers'
import { sendPage } from '@sluice/shared/html'
import { AT_BANK } from '../pages/at-bank.ts'
import { chooseLocale } from '../pages/form-parts.ts'
import type { CallbackDesk } from './deliver-callbacks.ts'
import { codeAt, OPEN_CODE, type SimulatedOrder } from './order.ts'
import { renderFinishedPage, renderUnknownPage } from './pages/finished-page.ts'
import { renderOrderPage } from './pages/order-page.ts'
import { BUTTONS, type Complaint, decide, type Press, pressButton, type PressResult } from './press-button.ts'
import { PROVIDER_PAGE_PATHS, providerPageUrl } from './provider-page-paths.ts'
import { formFieldsOf } from './shown-orders.ts'

/**
 * The report precedes the browser, which waits no longer than this for it. After that, a later round sends the
 * report.
 */
const REPORT_WITHIN_MS = 2_000

const SEE_OTHER = 303

export interface ProviderPageOptions extends CallbackDesk {
  readonly timers: Timers
  readonly pagesUrl: () => string
}

/** Registers the pages of the simulated providers, on which shoppers approve, decline, or do nothing. */
export function registerProviderPages(server: FastifyInstance, options: ProviderPageOptions): void {
  server.get(PROVIDER_PAGE_PATHS.page, AT_BANK, async (request, reply) => {
    const order = await findOrder(request, options)
    if (!order) return sendUnknown(request, reply)
    if (order.endsItself && isOpen(order, options)) {
      const { plannedCode } = order
      return follow(
        await inTime(order, decide(order, plannedCode ?? '1003', options), options),
        request,
        reply,
        options,
      )
    }
    return sendOrder(order, null, request, reply, options)
  })

  server.get(PROVIDER_PAGE_PATHS.state, AT_BANK, async (request, reply) => {
    const order = await findOrder(request, options)
    if (!order || isOpen(order, options)) return reply.code(204).send()
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ url: order.returnUrl }))
  })

  server.post(PROVIDER_PAGE_PATHS.form, AT_BANK, async (request, reply) => {
    const order = await findOrder(request, options)
    const fields = order?.answer === 'form' ? Object.entries(formFieldsOf(order)) : []
    const isWhole = fields.length > 0 && fields.every(([name, value]) => fieldOf(request, name) === value)
    if (!order || !isWhole) return sendUnknown(request, reply)
    return reply.redirect(providerPageUrl(options.pagesUrl(), order.transactionId), SEE_OTHER)
  })

  server.post(PROVIDER_PAGE_PATHS.page, AT_BANK, async (request, reply) => {
    const order = await findOrder(request, options)
    const press = readPress(request)
    // A form without the key did not come from one of these pages.
    if (!order || !press || fieldOf(request, 'key') !== order.pageKey) return sendUnknown(request, reply)
    return follow(await inTime(order, pressButton(order, press, options), options), request, reply, options)
  })
}

/**
 * The order is settled before the report is sent, so a gateway that is slow to receive it does not delay the
 * shopper.
 */
async function inTime(
  order: SimulatedOrder,
  work: Promise<PressResult>,
  { ledger, timers }: ProviderPageOptions,
): Promise<PressResult> {
  const late = new Error('the report takes longer than a shopper waits')
  try {
    return await withDeadline(work, REPORT_WITHIN_MS, timers, () => late)
  } catch (error) {
    if (error !== late) throw error
    const standing = (await ledger.find(order)) ?? order
    return { kind: 'leave', order: standing, url: standing.returnUrl }
  }
}

function follow(
  result: PressResult,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProviderPageOptions,
): FastifyReply | Promise<FastifyReply> {
  if (result.kind === 'leave' && result.url !== null) return reply.redirect(result.url, SEE_OTHER)
  if (result.kind === 'stay' && result.complaint !== null) {
    return sendOrder(result.order, result.complaint, request, reply, options)
  }
  // A reload of the page must not press the button again.
  const url = new URL(providerPageUrl(options.pagesUrl(), result.order.transactionId))
  const language = fieldOf(request, 'language')
  if (language !== null) url.searchParams.set('language', language)
  return reply.redirect(url.href, SEE_OTHER)
}

function sendOrder(
  order: SimulatedOrder,
  complaint: Complaint | null,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ProviderPageOptions,
): FastifyReply {
  const locale = localeOf(request, order)
  const code = codeAt(order, options.clock.now())
  if (code !== OPEN_CODE || order.answer === 'outcome') {
    return sendPage(reply, renderFinishedPage({ locale, code, returnUrl: order.returnUrl }))
  }
  return sendPage(reply, {
    status: complaint === null ? 200 : 422,
    ...renderOrderPage({
      order,
      locale,
      complaint,
      url: providerPageUrl(options.pagesUrl(), order.transactionId),
      bank: fieldOf(request, 'bank'),
      step: fieldOf(request, 'step'),
    }),
  })
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, { status: 404, ...renderUnknownPage(localeOf(request, null)) })
}

async function findOrder(
  request: FastifyRequest,
  { ledger }: ProviderPageOptions,
): Promise<SimulatedOrder | null> {
  const { id } = request.params as { readonly id: string }
  // PostgreSQL would reject characters that an id cannot contain.
  return /^[0-9a-f-]{36}$/.test(id) ? ledger.findByTransaction(id) : null
}

function isOpen(order: SimulatedOrder, { clock }: ProviderPageOptions): boolean {
  return codeAt(order, clock.now()) === OPEN_CODE
}

function readPress(request: FastifyRequest): Press | null {
  const button = BUTTONS.find((known) => known === fieldOf(request, 'decision'))
  return button === undefined ? null : { button, code: fieldOf(request, 'code') ?? '' }
}

/** Reads a field of the form, or of the address. */
function fieldOf(request: FastifyRequest, name: string): string | null {
  if (request.body instanceof URLSearchParams) return request.body.get(name)
  const query = request.query as Readonly<Record<string, unknown>>
  const value = query[name]
  return typeof value === 'string' ? value : null
}

/**
 * Returns the language that the shopper chose here, else that of the page that led here, else the browser's
 * preference.
 */
function localeOf(request: FastifyRequest, order: Pick<SimulatedOrder, 'language'> | null): Locale {
  const preferences = order?.language ? [order.language] : []
  return chooseLocale(fieldOf(request, 'language'), preferences, request.headers['accept-language'])
}
