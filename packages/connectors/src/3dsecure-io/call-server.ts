import { Secret } from '@sluice/shared/secret'

import type { HttpRequest } from '../kit/http-message.ts'
import { send, type Step, type StepContext, unknown } from '../kit/step.ts'
import { type EmvError, type EmvMembers, readMessage } from './read-message.ts'

/** One of the three requests, and the parser of its answers. */
export interface Question<Answer> {
  /** The name of the request in logs. */
  readonly name: string
  readonly path: '/preauth' | '/auth' | '/postauth'
  readonly body: EmvMembers
  /** The message type of a successful answer. */
  readonly messageType: 'CRD' | 'ARes' | 'RReq'
  /** The id of the authentication; null before the server has assigned one. */
  readonly threeDsServerTransId: string | null
  readonly read: (message: EmvMembers) => Step<Answer>
  readonly readError: (error: EmvError) => Step<Answer>
}

/**
 * Sends a request to the server. A rejected key has had no effect, so the next one is tried: while keys are
 * rotated, the newer one may not be valid yet.
 */
export function callServer<Answer>(question: Question<Answer>, context: StepContext): Step<Answer> {
  const { transcript, secrets } = context
  const keys = secrets['api_key'] ?? []
  const last = transcript.at(-1)
  if (last === undefined) return sendWith(keys[0], question)
  const reading = readMessage(last.result, question.body)
  switch (reading.kind) {
    case 'unreadable':
      return unknown(reading.reason)
    case 'unauthorized': {
      const next = keys[transcript.length]
      return next === undefined ? unknown('the API key was rejected') : sendWith(next, question)
    }
    case 'error':
      return mayConcern(question, reading.error.threeDsServerTransId)
        ? question.readError(reading.error)
        : unknown('Erro about another authentication')
    case 'message': {
      const { type, message } = reading
      if (type !== question.messageType) return unknown('a response of another type')
      return isAbout(question, message['threeDSServerTransID'])
        ? question.read(message)
        : unknown('a response about another authentication')
    }
  }
}

/** The server’s own `Erro` may name no authentication. */
function mayConcern(question: Question<unknown>, named: string | null): boolean {
  return (named === null && question.messageType !== 'CRD') || isAbout(question, named)
}

/** An answer counts for the authentication that it names. */
function isAbout({ threeDsServerTransId }: Question<unknown>, named: unknown): boolean {
  if (threeDsServerTransId === null) return true
  return typeof named === 'string' && named.toLowerCase() === threeDsServerTransId.toLowerCase()
}

function sendWith(key: Secret<string> | undefined, { name, path, body }: Question<unknown>): Step<never> {
  if (key === undefined) return unknown('no API key')
  const request: HttpRequest = {
    name,
    method: 'POST',
    path,
    headers: { apikey: key, 'content-type': 'application/json; charset=utf-8', accept: 'application/json' },
    body: new Secret(JSON.stringify(body)),
    movesMoney: false,
  }
  return send(request)
}
