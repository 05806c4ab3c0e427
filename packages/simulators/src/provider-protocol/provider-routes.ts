import {
  authorization,
  cancellation,
  type CapabilitiesMessage,
  continuation,
  type ContinuationAnswerMessage,
  fence,
  type FenceAnswerMessage,
  operation,
  order,
  type OrderAnswerMessage,
  type OutcomeMessage,
  question,
  undo,
} from '@sluice/provider-protocol'

import type { Clock } from '@sluice/shared/clock'
import type { ContinuationAnswer, Fence, OrderAnswer, Provider, ProviderOutcome } from '../provider.ts'
import { type PartyRoute, readBody, RefusedRequest } from './handle-message.ts'
import { createNames, type Names } from './names.ts'
import { toOutcomeMessage } from './outcome-messages.ts'
import {
  fromAuthorizationMessage,
  fromOperationMessage,
  fromOrderMessage,
  fromUndoMessage,
} from './read-messages.ts'

/** Makes a simulated provider speak the provider protocol. @see docs/provider-protocol.md */
export function listProviderRoutes(provider: Provider, clock: Clock): readonly PartyRoute[] {
  const names = createNames(provider.id)
  const { toOutcome, toAnswer, toOrderAnswer, toFenceAnswer } = answersWith(names)
  return [
    {
      method: 'POST',
      path: /^\/authorizations$/,
      async answer(body) {
        const message = readBody(body, authorization)
        const answer = await provider.authorize(fromAuthorizationMessage(message))
        return 'kind' in answer ? toAnswer(answer) : toOutcome(message.idempotency_key, answer)
      },
    },
    {
      method: 'POST',
      path: /^\/continuations$/,
      async answer(body) {
        const message = readBody(body, continuation)
        names.check(message)
        const answer = await provider.continue?.(message.key, message.brought)
        if (answer === undefined) throw new RefusedRequest(404, 'continuations')
        return toAnswer(answer)
      },
    },
    {
      method: 'POST',
      path: /^\/operations$/,
      async answer(body) {
        const message = readBody(body, operation)
        names.check(message.original)
        names.check(message.parent)
        return toOutcome(message.idempotency_key, await provider.operate(fromOperationMessage(message)))
      },
    },
    {
      method: 'POST',
      path: /^\/orders$/,
      async answer(body) {
        const message = readBody(body, order)
        const answer = await provider.order(fromOrderMessage(message, clock.now()))
        return toOrderAnswer(message.idempotency_key, answer)
      },
    },
    {
      method: 'POST',
      path: /^\/cancellations$/,
      async answer(body) {
        const { key } = names.check(readBody(body, cancellation))
        return toOutcome(key, await provider.cancelOrder(key))
      },
    },
    {
      method: 'POST',
      path: /^\/undos$/,
      async answer(body) {
        const message = readBody(body, undo)
        names.check(message.original)
        return toOutcome(message.idempotency_key, await provider.operate(fromUndoMessage(message)))
      },
    },
    {
      method: 'POST',
      path: /^\/questions$/,
      async answer(body) {
        const { key } = names.check(readBody(body, question))
        const outcome = await provider.findOutcome(key)
        return outcome ? { found: true, outcome: toOutcome(key, outcome) } : { found: false }
      },
    },
    {
      method: 'POST',
      path: /^\/fences$/,
      async answer(body) {
        const { key } = names.check(readBody(body, fence))
        return toFenceAnswer(key, await provider.fence(key))
      },
    },
    {
      method: 'GET',
      path: /^\/capabilities$/,
      answer: () => Promise.resolve(describe(provider)),
    },
  ]
}

/** Builds answers, each with the provider's names for the payment. */
function answersWith(names: Names) {
  const toOutcome = (key: string, outcome: ProviderOutcome): OutcomeMessage =>
    toOutcomeMessage(names, key, outcome)
  return {
    toOutcome,

    toAnswer(answer: ContinuationAnswer): ContinuationAnswerMessage {
      const { key } = answer
      switch (answer.kind) {
        case 'outcome':
          return toOutcome(key, answer.outcome)
        case 'authenticate':
          return { result: 'AUTHENTICATE', idempotency_key: key, step: answer.step, ...names.ofOrder(key) }
        case 'not_valid':
          return { result: 'NOT_VALID', idempotency_key: key }
      }
    },

    toOrderAnswer(key: string, answer: OrderAnswer): OrderAnswerMessage {
      const named = { idempotency_key: key, ...names.ofOrder(key) }
      switch (answer.kind) {
        case 'outcome':
          return { result: 'OUTCOME', outcome: toOutcome(key, answer.outcome) }
        case 'redirect':
          return { result: 'REDIRECT', ...named, redirect_url: answer.url }
        case 'form':
          return { result: 'FORM', ...named, form: { url: answer.url, fields: { ...answer.data } } }
        case 'instructions': {
          const { url, account, expiresAtMs } = answer
          return { result: 'BANK_TRANSFER', ...named, redirect_url: url, account, ...expiryOf(expiresAtMs) }
        }
        case 'display': {
          const { qrText, appLinks, expiresAtMs } = answer
          return {
            result: 'DISPLAY',
            ...named,
            qr_text: qrText,
            app_links: appLinks,
            ...expiryOf(expiresAtMs),
          }
        }
      }
    },

    toFenceAnswer(key: string, fenced: Fence): FenceAnswerMessage {
      if (fenced.kind === 'outcome') return { result: 'OUTCOME', outcome: toOutcome(key, fenced.outcome) }
      return { result: fenced.kind === 'fenced' ? 'FENCED' : 'IN_PROGRESS', key }
    },
  }
}

const expiryOf = (atMs: number | null) => (atMs === null ? {} : { expires_at: new Date(atMs).toISOString() })

function describe({ capabilities }: Provider): CapabilitiesMessage {
  return {
    methods: [...capabilities.methods],
    operations: [...capabilities.operations],
    preparations: false,
    authenticates: capabilities.authenticates === true,
    verifies: capabilities.verifies === true,
    fences: capabilities.fences,
    reports: capabilities.reports !== 'NONE',
  }
}
