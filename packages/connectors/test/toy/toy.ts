/** The smallest connector, as docs/recipes.md describes how to write one: a provider that takes cards with one request and keeps our key. */
import type { AuthorizationAnswerMessage, FindingMessage, OutcomeMessage } from '@sluice/provider-protocol'
import { Secret } from '@sluice/shared/secret'
import * as z from 'zod'

import {
  answer,
  followPlan,
  hmacSha256,
  type HttpRequest,
  isSameSignature,
  type Plan,
  type ProviderCall,
  type ProviderCallAnswer,
  type ProviderConnector,
  refuse,
  type SecretAuthorization,
  type Step,
  type StepContext,
  unknown,
} from '../../src/kit/index.ts'

const payment = z.object({
  key: z.string(),
  account: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
})

/** The meaning of each status of the toy. A status that is not listed is unknown. */
const STATUSES: Readonly<Record<string, OutcomeMessage['processing_code']>> = {
  paid: '0000',
  declined: '1000',
}

function requestOf(context: StepContext, path: string, body: unknown, movesMoney: boolean): HttpRequest {
  const [key] = context.secrets['api_key'] ?? []
  return {
    name: movesMoney ? 'pay' : 'read payment',
    method: body === null ? 'GET' : 'POST',
    path,
    headers: { 'x-key': key ?? '' },
    body: body === null ? null : new Secret(JSON.stringify(body)),
    movesMoney,
  }
}

function* authorize(context: StepContext, message: SecretAuthorization): Plan<AuthorizationAnswerMessage> {
  const { idempotency_key: key, account_id: account, amount, currency, card } = message
  const body = { key, account, amount, currency, number: card.number.reveal() }
  const result = yield requestOf(context, '/pay', body, true)
  if (result.kind === 'failure')
    return result.code === 'NEVER_SENT' ? refuse('unreachable') : unknown(result.code)
  const outcome = outcomeOf(result.body)
  return outcome ? answer(outcome) : unknown(`status ${result.status}`)
}

function* find(context: StepContext, key: string): Plan<FindingMessage> {
  const result = yield requestOf(context, `/payments/${key}`, null, false)
  if (result.kind === 'failure') return unknown(result.code)
  if (result.status === 404) return answer({ found: false })
  const outcome = outcomeOf(result.body)
  return outcome ? answer({ found: true, outcome }) : unknown(`status ${result.status}`)
}

function outcomeOf(body: string): OutcomeMessage | null {
  const read = payment.safeParse(JSON.parse(body))
  const code = read.success ? STATUSES[read.data.status] : undefined
  if (!read.success || code === undefined) return null
  const { key, account, amount, currency, status } = read.data
  return {
    idempotency_key: key,
    account_id: account,
    approved_amount: code === '0000' ? amount : 0,
    currency,
    processing_code: code,
    response_code: status,
    response_message: status,
    approval_code: null,
    reference_number: null,
    systan: null,
    retryable: false,
  }
}

function step(call: ProviderCall, context: StepContext): Step<ProviderCallAnswer> {
  switch (call.name) {
    case 'authorize':
      return followPlan(authorize(context, call.message), context.transcript)
    case 'find':
      return followPlan(find(context, call.message.key), context.transcript)
    default:
      return refuse('not offered')
  }
}

/** The toy. */
export const toy: ProviderConnector = {
  kind: 'provider',
  type: 'toy',
  title: 'Toy',
  url: 'https://toy.example',
  apiVersion: null,
  secrets: [{ name: 'api_key', isRequired: true, description: 'The key.', patterns: null }],
  declarations: {
    methods: [
      { type: 'card', theirName: 'card', currencies: 'all', countries: 'all', refunds: 'none', holds: false },
    ],
    authentication: ['EXTERNAL'],
    manages: [],
    declarations: { operations: {}, calls: { authorization: { lookup: 'by-our-key' } } },
    events: 'HINT',
  },
  step,
  readEvents({ headers, rawBody }, { secrets }) {
    const given = Buffer.from(String(headers['x-signature']), 'hex')
    if (!secrets.some((secret) => isSameSignature(given, hmacSha256(secret, rawBody))))
      return { kind: 'refused' }
    const acknowledgement = { status: 200, contentType: 'text/plain', text: 'ok' } as const
    return { kind: 'events', events: [], acknowledgement }
  },
  eventTypes: [],
  adopt: () => null,
  probe: () => ({ name: 'ping', method: 'GET', path: '/', headers: {}, body: null, movesMoney: false }),
}
