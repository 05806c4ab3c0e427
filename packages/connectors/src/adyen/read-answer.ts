import {
  type HttpResult,
  type JsonObject,
  parseJsonObject,
  refuse,
  type CallEnd,
  textOf,
  unknown,
} from '../kit/index.ts'
import { IN_PROGRESS_ERROR } from './codes.ts'

/** The result of a request. */
export type ReadAnswer =
  | { readonly kind: 'body'; readonly body: JsonObject }
  /** Adyen executed nothing, and gives its reason. */
  | { readonly kind: 'error'; readonly code: string; readonly message: string }
  | { readonly kind: 'ended'; readonly step: CallEnd<never> }

/**
 * Reads a response of Adyen. Only an error in Adyen's own format proves that nothing was executed: the same status
 * without it can come from an intermediary.
 */
export function readAnswer(result: HttpResult): ReadAnswer {
  if (result.kind === 'failure') {
    const isNeverSent = result.code === 'NEVER_SENT'
    return { kind: 'ended', step: isNeverSent ? refuse('Adyen could not be reached') : unknown(result.code) }
  }
  const body = parseJsonObject(result.body)
  if (body === null) return ended(unknown(`HTTP ${result.status} without a JSON object`))
  if (result.status >= 200 && result.status < 300) return { kind: 'body', body }
  const code = textOf(body, 'errorCode')
  const isRefusal = result.status >= 400 && result.status < 500 && code !== null && code !== IN_PROGRESS_ERROR
  if (!isRefusal) return ended(unknown(`HTTP ${result.status}, error ${code ?? 'without a code'}`))
  return { kind: 'error', code, message: textOf(body, 'message') ?? textOf(body, 'title') ?? 'no message' }
}

function ended(step: CallEnd<never>): ReadAnswer {
  return { kind: 'ended', step }
}

/** Ends a call that Adyen rejected. */
export function refuseFor({
  code,
  message,
}: {
  readonly code: string
  readonly message: string
}): CallEnd<never> {
  return refuse(`Adyen's error ${code}: ${message}`.slice(0, 200))
}
