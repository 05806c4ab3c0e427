import { type BodyOf, endpointPath, type ErrorItem } from '@sluice/types'
import { ALWAYS_SPOKEN, type Language, LIMITS } from '@sluice/types/vocabulary'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { readCursor } from '@sluice/platform/http/read-cursor'
import { notFoundRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'
import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'
import { encodeCursor } from '@sluice/platform/kernel/page-cursor'
import type { Random } from '@sluice/platform/kernel/random'

import { type OpenSessionPorts, readOptions, requirePayable } from '../sessions/index.ts'
import { type EnvironmentRules, noClientKey } from '../transactions/index.ts'
import type { PaymentLink } from './payment-link.ts'
import type { PaymentLinkStore } from './payment-link.store.ts'
import { fromPaymentLinkRequest, toWirePaymentLink } from './payment-link.wire.ts'

export interface PaymentLinkPorts extends Pick<
  OpenSessionPorts,
  'findMerchant' | 'findTerminal' | 'customers'
> {
  readonly paymentLinks: PaymentLinkStore
  readonly baseUrl: () => string
  /** The merchant's oldest active client key; null when it has none. */
  readonly findClientKeyOf: (merchantId: string) => Promise<{ readonly clientKey: string } | null>
  readonly clock: Clock
  readonly random: Random
}

/** Serves a merchant's payment links. @see docs/protocol/payment-links.md#payment-links */
export function registerPaymentLinks(
  server: HttpServer,
  ports: PaymentLinkPorts,
  rules: EnvironmentRules,
): void {
  const { paymentLinks, clock, random } = ports
  const toWire = (link: PaymentLink) => toWirePaymentLink(link, ports.baseUrl(), clock.now())

  registerEndpoint(
    server,
    'createPaymentLink',
    async ({ body, caller, requestKey }) => {
      const nowMs = clock.now()
      const { merchantId } = caller
      const merchant = await ports.findMerchant(merchantId)
      const problems = [...expiryProblems(body, nowMs), ...languageProblems(body, merchant?.languages ?? [])]
      if (problems.length > 0) throw validationRefusal(problems)
      const key = await ports.findClientKeyOf(merchantId)
      if (key === null) throw noClientKey()
      const link = fromPaymentLinkRequest(body, { merchantId, clientKey: key.clientKey, random, nowMs })
      const customer = link.customerId === null ? null : { id: link.customerId }
      await requirePayable(ports, { ...link, options: readOptions(body.options), customer }, 'customer_id')
      const created = await paymentLinks.create(link, requestKey)
      const location = endpointPath('getPaymentLink', { id: created.id })
      return { status: 201, body: toWire(created), headers: { location } }
    },
    {
      refine: (body) => [
        ...rules.checkMetadata(body.metadata, 'session'),
        ...(body.return_url === undefined ? [] : rules.validateUrl('return_url', body.return_url)),
      ],
    },
  )

  registerEndpoint(server, 'listPaymentLinks', async ({ query, caller }) => {
    const limit = query.limit ?? LIMITS.PAGE_SIZE_DEFAULT
    // Fetches one more row to know whether another page follows.
    const found = await paymentLinks.list({
      merchantId: caller.merchantId,
      status: query.status ?? null,
      terminalId: query.terminal_id ?? null,
      after: query.cursor === undefined ? null : readCursor(query.cursor),
      limit: limit + 1,
      nowMs: clock.now(),
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      status: 200,
      body: {
        data: page.map(toWire),
        next_cursor: found.length > limit && last ? encodeCursor(last) : null,
      },
    }
  })

  registerEndpoint(server, 'getPaymentLink', async ({ params, caller }) => {
    const link = await paymentLinks.find(caller.merchantId, params.id)
    if (link === null) throw notFoundRefusal()
    return { status: 200, body: toWire(link) }
  })

  registerEndpoint(server, 'deactivatePaymentLink', async ({ params, caller }) => {
    await paymentLinks.deactivate(caller.merchantId, params.id, clock.now())
    const link = await paymentLinks.find(caller.merchantId, params.id)
    if (link === null) throw notFoundRefusal()
    return { status: 200, body: toWire(link) }
  })
}

/** @param enabled - the merchant's languages in addition to the standard ones. */
function languageProblems(
  { languages = [] }: BodyOf<'createPaymentLink'>,
  enabled: readonly Language[],
): ErrorItem[] {
  const spoken = [...ALWAYS_SPOKEN, ...enabled]
  return languages.flatMap((language, place) => {
    if (spoken.includes(language)) return []
    const property = `languages.${place}`
    const message = `must be one of ${spoken.join(', ')}`
    return [{ property, message, params: [property, spoken.join(','), language] }]
  })
}

const LIFETIME_MAX_MS = LIMITS.PAYMENT_LINK_LIFETIME_MAX_DAYS * 86_400_000

/** Depends on the merchant's clock, so the schema cannot check it. */
function expiryProblems({ expires_at: given }: BodyOf<'createPaymentLink'>, nowMs: number): ErrorItem[] {
  if (given === undefined) return []
  const atMs = Date.parse(given)
  if (atMs > nowMs && atMs <= nowMs + LIFETIME_MAX_MS) return []
  const [earliest, latest] = [toTimestamp(nowMs), toTimestamp(nowMs + LIFETIME_MAX_MS)]
  const message = `must be between ${earliest} and ${latest}`
  return [{ property: 'expires_at', message, params: ['expires_at', earliest, latest, given] }]
}
