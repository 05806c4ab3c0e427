import type { FastifyReply, FastifyRequest } from 'fastify'

import type { LinkPageView, RefusedAmount } from '@sluice/hpp-ui/assets'
import {
  ALWAYS_SPOKEN,
  DEFAULT_LOCALE,
  type Language,
  LANGUAGES,
  type Locale,
} from '@sluice/types/vocabulary'
import { REPORT_DIRECTIVES, REPORTING_ENDPOINTS } from '@sluice/platform/http/csp-reporting'
import { parseForm } from '@sluice/platform/http/form-body'
import type { HttpServer, ResolveClientKey } from '@sluice/platform/http/http-server'
import { checkRate } from '@sluice/platform/http/request-pipeline'
import { RequestRefusal } from '@sluice/platform/http/request-refusal'
import { pageHeaders } from '@sluice/shared/html'

import {
  acceptsAmount,
  availabilityOf,
  beginSession,
  LINK_ENDED_CODE,
  LINK_TEMPLATE,
  LINK_UNKNOWN_CODE,
  type PaymentLink,
  type PaymentLinkStore,
  readAmount,
  returnedAddress,
  TYPED_AMOUNT_MAX_CHARS,
} from '../payment-links/index.ts'
import type { DescribeSessionPorts, OpenSessionPorts } from '../sessions/index.ts'
import { pageAddress } from './page-address.ts'
import { ownHeaders, pagePolicy } from './page-headers.ts'
import { pageLanguage } from './page-language.ts'
import { sendDocument } from './send-document.ts'

export interface LinkPagePorts extends OpenSessionPorts, Pick<DescribeSessionPorts, 'describeMerchant'> {
  readonly paymentLinks: Pick<PaymentLinkStore, 'findByToken'>
  readonly methodsUrl: () => string
  readonly resolveClientKey: ResolveClientKey
  readonly renderLinkDocument: (view: LinkPageView) => string
}

/** 128 bits, as CSP Level 3 §7.1 requires. */
const NONCE_BYTES = 16

/** The content and the status of a response. */
interface Answer {
  readonly status: number
  readonly shown: LinkPageView['shown']
}

const UNKNOWN: Answer = {
  status: 404,
  shown: { kind: 'HINDERED', blockingReason: 'unknown', code: LINK_UNKNOWN_CODE },
}
const HINDERED: Readonly<Record<'BUSY' | 'ENDED' | 'UNAVAILABLE', Answer>> = {
  BUSY: { status: 409, shown: { kind: 'HINDERED', blockingReason: 'busy', code: null } },
  ENDED: { status: 410, shown: { kind: 'HINDERED', blockingReason: 'ended', code: LINK_ENDED_CODE } },
  // Shown like a session without a payment method.
  UNAVAILABLE: { status: 200, shown: { kind: 'HINDERED', blockingReason: 'unavailable', code: null } },
}

/**
 * Serves the pages of payment links. Opening one changes nothing; its button creates the session that is paid.
 *
 * @see docs/protocol/payment-links.md#payment-links
 */
export function registerLinkPages(server: HttpServer, ports: LinkPagePorts): void {
  server.get(returnedAddress(':client_key'), async (request, reply) => {
    const { owner } = await findOwner(server, ports, request)
    const answer: Answer = owner ? { status: 200, shown: { kind: 'RETURNED' } } : UNKNOWN
    return sendPage(
      server,
      ports,
      { request, reply, merchantId: owner?.merchantId ?? null, link: null },
      answer,
    )
  })

  server.get(LINK_TEMPLATE, async (request, reply) => {
    const visit = { request, reply, ...(await findLink(server, ports, request)) }
    return sendPage(server, ports, visit, answerTo(ports, visit.link))
  })

  server.post(LINK_TEMPLATE, async (request, reply) => {
    const visit = { request, reply, ...(await findLink(server, ports, request)) }
    const { link, clientKey } = visit
    const form = parseForm(request.rawBody ?? new Uint8Array())
    if (link === null || availabilityOf(link, ports.clock.now()) !== 'OPEN')
      return sendPage(server, ports, visit, answerTo(ports, link))
    const typed = form.get('amount') ?? ''
    const amountMinor = typeof link.amount === 'number' ? link.amount : readAmount(typed, link.currency)
    if (amountMinor === null || !acceptsAmount(link, amountMinor))
      return sendPage(server, ports, visit, {
        status: 422,
        // Repeats what a shopper typed, and not what a program sent.
        shown: toOffer(link, {
          typed: typed.slice(0, TYPED_AMOUNT_MAX_CHARS),
          isOutOfRange: amountMinor !== null,
        }),
      })
    const begun = await begin(ports, link, amountMinor)
    if (begun === null) return sendPage(server, ports, visit, HINDERED.UNAVAILABLE)
    const language = form.get('lang')
    const query = language !== null && Object.hasOwn(LANGUAGES, language) ? `?lang=${language}` : ''
    return reply
      .code(303)
      .headers({
        location: pageAddress(clientKey, begun.id) + query,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send()
  })
}

/** Returns null for a link whose terminal, customer or merchant no longer accepts payments. */
async function begin(ports: LinkPagePorts, link: PaymentLink, amountMinor: number) {
  try {
    return await beginSession(ports, link, amountMinor)
  } catch (error) {
    if (error instanceof RequestRefusal && error.status === 422) return null
    throw error
  }
}

function answerTo({ clock }: LinkPagePorts, link: PaymentLink | null): Answer {
  if (link === null) return UNKNOWN
  const availability = availabilityOf(link, clock.now())
  return availability === 'OPEN' ? { status: 200, shown: toOffer(link, null) } : HINDERED[availability]
}

function toOffer(
  { currency, amount, description }: PaymentLink,
  refusedAmount: RefusedAmount | null,
): LinkPageView['shown'] {
  const asked = typeof amount === 'number' ? amount : { min: amount.minMinor, max: amount.maxMinor }
  return { kind: 'OFFERED', currency, amount: asked, description, refusedAmount }
}

/** All requests for a merchant's links count together, so that guessing many tokens is as slow as requesting one. */
async function findOwner(server: HttpServer, ports: LinkPagePorts, request: FastifyRequest) {
  const { client_key: clientKey, token = '' } = request.params as {
    readonly client_key: string
    readonly token?: string
  }
  const owner = await ports.resolveClientKey(clientKey)
  if (owner !== null) {
    const caller = { kind: 'browser', merchantId: owner.merchantId, clientKey } as const
    await checkRate('getClientSession', request, caller, server.edge)
  }
  return { owner, clientKey, token }
}

async function findLink(server: HttpServer, ports: LinkPagePorts, request: FastifyRequest) {
  const { owner, clientKey, token } = await findOwner(server, ports, request)
  const merchantId = owner?.merchantId ?? null
  const found = merchantId === null ? null : await ports.paymentLinks.findByToken(merchantId, token)
  // Deactivating the key of a link disables the addresses that were printed with it.
  const link = found?.clientKey === clientKey ? found : null
  return { clientKey, merchantId, link }
}

async function sendPage(
  server: HttpServer,
  ports: LinkPagePorts,
  {
    request,
    reply,
    merchantId,
    link,
  }: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly merchantId: string | null
    readonly link: PaymentLink | null
  },
  { status, shown }: Answer,
): Promise<FastifyReply> {
  const merchant = merchantId === null ? null : await ports.describeMerchant(merchantId)
  const { lang } = request.query as { readonly lang?: unknown }
  const { language, languages } = chooseLanguage(lang, link, merchant)
  const nonce = Buffer.from(ports.random.bytes(NONCE_BYTES)).toString('base64')
  const markup = ports.renderLinkDocument({
    shown,
    branding: merchant?.branding ?? null,
    language,
    languages,
    nonce,
    environment: server.edge.options.config.environment,
  })
  return sendDocument(request, reply, {
    status,
    markup,
    headers: {
      ...pageHeaders({ ...pagePolicy(nonce, ports.methodsUrl()), ...REPORT_DIRECTIVES }),
      ...REPORTING_ENDPOINTS,
      ...ownHeaders(false, ports.methodsUrl()),
    },
  })
}

/** Returns the languages of a link's page that the merchant has; the first is the initial one. */
function chooseLanguage(
  asked: unknown,
  link: PaymentLink | null,
  merchant: { readonly locale: Locale; readonly languages: readonly Language[] } | null,
): { readonly language: Language; readonly languages: readonly Language[] } {
  const spoken = [...ALWAYS_SPOKEN, ...(merchant?.languages ?? [])]
  const named = link?.languages?.filter((language) => spoken.includes(language)) ?? []
  const languages = named.length > 0 ? named : spoken
  const [first] = named
  const isNamed = languages.some((language) => language === asked)
  const language =
    !isNamed && first !== undefined
      ? first
      : pageLanguage(asked, { locale: merchant?.locale ?? DEFAULT_LOCALE, languages })
  return { language, languages }
}
