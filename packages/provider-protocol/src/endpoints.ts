import { authorizationAnswer, continuation, continuationAnswer } from './schemas/authentication-step.ts'
import { authorization } from './schemas/authorization.ts'
import { cancellation } from './schemas/cancellation.ts'
import { capabilities } from './schemas/capabilities.ts'
import { fence, fenceAnswer } from './schemas/fence.ts'
import { operation } from './schemas/operation.ts'
import { order, orderAnswer } from './schemas/order.ts'
import { outcome } from './schemas/outcome.ts'
import { preparation, preparationAnswer } from './schemas/preparation.ts'
import { finding, question } from './schemas/question.ts'
import { undo } from './schemas/undo.ts'

/**
 * The calls of a gateway to a provider: the path below the provider's configured address, the schema of the message,
 * and the schema of an answer with status 200. A request with a message is a `POST`; the one without is a `GET`.
 */
export const PROVIDER_ENDPOINTS = {
  preparations: { path: '/preparations', request: preparation, answer: preparationAnswer },
  authorizations: { path: '/authorizations', request: authorization, answer: authorizationAnswer },
  continuations: { path: '/continuations', request: continuation, answer: continuationAnswer },
  operations: { path: '/operations', request: operation, answer: outcome },
  orders: { path: '/orders', request: order, answer: orderAnswer },
  cancellations: { path: '/cancellations', request: cancellation, answer: outcome },
  undos: { path: '/undos', request: undo, answer: outcome },
  questions: { path: '/questions', request: question, answer: finding },
  fences: { path: '/fences', request: fence, answer: fenceAnswer },
  capabilities: { path: '/capabilities', request: null, answer: capabilities },
} as const
