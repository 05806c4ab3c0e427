import { isSignedBy } from '@sluice/provider-protocol'
import type { SimulatedFault } from '@sluice/types/vocabulary'
import type { z } from 'zod'

import type { Clock } from '@sluice/shared/clock'
import type { Secret } from '@sluice/shared/secret'
import { ProviderAwayError } from '../control/outages.ts'
import { SimulatedFaultError } from '../scenarios/faults.ts'

/** A request to a simulated party, as text, independent of the transport. */
export interface PartyMessage {
  readonly method: string
  /** The path below the party's address, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export type PartyAnswer =
  | { readonly status: number; readonly contentType: string; readonly body: string }
  /** There is no answer: the connection breaks, stays silent, or fails. */
  | { readonly lost: 'reset' | 'silence' | 'unreachable' }

export type HandleMessage = (message: PartyMessage) => Promise<PartyAnswer>

/** One route of a party: what a path accepts, and what it answers. */
export interface PartyRoute {
  readonly method: 'GET' | 'POST'
  /** The groups of the pattern are the route's parameters. */
  readonly path: RegExp
  readonly answer: (body: string, parameters: readonly string[]) => Promise<unknown>
}

/** Thrown for a request that was not executed, and never will be. @see docs/provider-protocol.md#answers */
export class RefusedRequest extends Error {
  readonly status: 400 | 401 | 404 | 409 | 422

  constructor(status: RefusedRequest['status'], reason: string) {
    super(reason)
    this.status = status
  }
}

/**
 * Answers the messages of one party by its routes. Only a message that is signed with the party's secret reaches
 * them.
 */
export function createHandleMessage(
  routes: readonly PartyRoute[],
  { secret, clock }: { readonly secret: Secret<string>; readonly clock: Clock },
): HandleMessage {
  const answer = createAnswerByTable(routes)
  return (message) =>
    isSignedBy(message, message.headers, secret.reveal(), clock.now())
      ? answer(message)
      : Promise.resolve(toRefusal(new RefusedRequest(401, 'signature')))
}

/** Answers messages by routes, the same for every sender. */
export function createAnswerByTable(routes: readonly PartyRoute[]): HandleMessage {
  return async ({ method, path, body }) => {
    try {
      const route = routes.find((one) => one.method === method && one.path.test(path))
      if (!route) throw new RefusedRequest(404, 'path')
      const parameters = (route.path.exec(path) ?? []).slice(1).map(decodeURIComponent)
      return json(200, await route.answer(body, parameters))
    } catch (error) {
      if (error instanceof RefusedRequest) return toRefusal(error)
      if (error instanceof ProviderAwayError) return { lost: 'unreachable' }
      if (error instanceof SimulatedFaultError) return loseAnswer(error.fault)
      throw error
    }
  }
}

function toRefusal({ status, message }: RefusedRequest): PartyAnswer {
  return json(status, { executed: false, reason: message })
}

/** Validates a request's JSON against its schema. @throws {@link RefusedRequest} */
export function readBody<Schema extends z.ZodType>(body: string, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new RefusedRequest(400, 'no JSON')
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const members = read.error.issues.map(({ path }) => path.join('.')).slice(0, 5)
  throw new RefusedRequest(422, `members: ${members.join(', ')}`)
}

/** A JSON object that ends in the middle of its first member. */
const HALF_AN_ANSWER = '{"processing_co'

/** Loses the answer in the way that the fault names. */
function loseAnswer(fault: SimulatedFault): PartyAnswer {
  switch (fault) {
    case 'SERVER_ERROR':
      return { status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }
    case 'MALFORMED_ANSWER':
      return { status: 200, contentType: 'application/json', body: HALF_AN_ANSWER }
    case 'TIMEOUT_AFTER_EXECUTION':
      return { lost: 'silence' }
    default:
      return { lost: 'reset' }
  }
}

function json(status: number, body: unknown): PartyAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}
