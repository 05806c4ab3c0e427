import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import type { Clock } from '../../kernel/clock.ts'
import type { Secret } from '../../kernel/secret.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { isSignedBy } from '../../providers/exchange/sign-request.ts'
import { SimulatedFaultError } from '../scenarios/faults.ts'
import { loseAnswer } from './lose-answer.ts'

export interface SignedRoutesOptions {
  readonly server: HttpServer
  /** Path below which the party answers, as its clients configure it. */
  readonly prefix: string
  readonly secret: Secret<string>
  /** The machine's own: signatures are made by other machines. */
  readonly clock: Clock
}

/** Says that nothing was executed, nor will be. @see docs/provider-protocol.md#answers */
interface Refusal {
  readonly status: 400 | 401 | 422
  readonly reason: string
}

/** Serves one party of the provider protocol: only what is signed with its secret reaches a handler. */
export function createSignedRoutes({ server, prefix, secret, clock }: SignedRoutesOptions) {
  const serve = (
    method: 'GET' | 'POST',
    path: string,
    answer: (request: FastifyRequest, body: string) => Promise<unknown>,
  ): void => {
    server.route({
      method,
      url: prefix + path,
      handler: async (request, reply) => {
        const body = request.rawBody?.toString() ?? ''
        const signed = { method, path: request.url.slice(prefix.length), body }
        if (!isSignedBy(signed, request.headers, secret.reveal(), clock.now())) {
          return refuse(reply, { status: 401, reason: 'signature' })
        }
        try {
          return await sendJson(reply, 200, await answer(request, body))
        } catch (error) {
          if (error instanceof UnreadableRequest) return refuse(reply, error.refusal)
          if (error instanceof SimulatedFaultError) return loseAnswer(error.fault, request, reply)
          throw error
        }
      },
    })
  }

  return {
    post<Schema extends z.ZodType>(
      path: string,
      schema: Schema,
      answer: (body: z.output<Schema>) => Promise<unknown>,
    ): void {
      serve('POST', path, async (_request, body) => answer(readBody(body, schema)))
    },
    get(path: string, answer: (params: Readonly<Record<string, string>>) => Promise<unknown>): void {
      serve('GET', path, async ({ params }) => answer(params as Readonly<Record<string, string>>))
    },
  }
}

class UnreadableRequest extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

function readBody<Schema extends z.ZodType>(body: string, schema: Schema): z.output<Schema> {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw new UnreadableRequest({ status: 400, reason: 'no JSON' })
  }
  const read = schema.safeParse(json)
  if (read.success) return read.data
  const members = read.error.issues.map(({ path }) => path.join('.')).slice(0, 5)
  throw new UnreadableRequest({ status: 422, reason: `members: ${members.join(', ')}` })
}

function refuse(reply: FastifyReply, { status, reason }: Refusal): FastifyReply {
  return sendJson(reply, status, { executed: false, reason })
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
