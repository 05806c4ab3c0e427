import type { HttpResult } from '../kit/http-message.ts'

/** The server's answer, once parsed. */
export type Reading =
  | { readonly kind: 'message'; readonly type: string; readonly message: EmvMembers }
  | { readonly kind: 'error'; readonly error: EmvError }
  /** The key was refused, so the request was not handled. */
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** The members of a message, by EMVCo’s names. */
export type EmvMembers = Readonly<Record<string, unknown>>

/** An `Erro` message. Its texts may quote the request, so they help to classify it but are not passed on. */
export interface EmvError {
  /** The error code, three digits. */
  readonly code: string
  /** The component that reported the error: C the client, S the 3DS server, D the directory server, A the bank. */
  readonly component: string
  readonly isUnknownId: boolean
  /** Describes the error for the operator's log: the code, its reporter, and the named members of ours. */
  readonly reason: string
  readonly threeDsServerTransId: string | null
}

/** The server’s text for an id that expired or was never assigned. EMV’s own code for that is 301. */
const UNKNOWN_ID = 'Unknown threeDSServerTransID'

/** @param sent - the request, whose members an error may name. */
export function readMessage(result: HttpResult, sent: EmvMembers): Reading {
  if (result.kind === 'failure') return { kind: 'unreadable', reason: result.code }
  const { status, body } = result
  if (status === 401 || status === 403) return { kind: 'unauthorized' }
  const message = parseObject(body)
  const type = message?.['messageType']
  if (message === null || typeof type !== 'string')
    return { kind: 'unreadable', reason: `status ${status} without an EMV message` }
  if (type === 'Erro') return { kind: 'error', error: readError(message, sent) }
  return status === 200
    ? { kind: 'message', type, message }
    : { kind: 'unreadable', reason: `status ${status} with ${type}` }
}

function readError(message: EmvMembers, sent: EmvMembers): EmvError {
  const code = textOf(message, 'errorCode') ?? ''
  const texts = [message['errorDescription'], message['errorDetail']]
  const component = textOf(message, 'errorComponent') ?? ''
  return {
    code,
    component,
    reason: describe(code, component, texts, sent),
    isUnknownId: code === '301' || (code === '203' && texts.includes(UNKNOWN_ID)),
    threeDsServerTransId: textOf(message, 'threeDSServerTransID'),
  }
}

/** The texts of an error may quote the request. Only names of members are taken from them. */
function describe(code: string, component: string, texts: readonly unknown[], sent: EmvMembers): string {
  const words = new Set(
    texts.filter((text) => typeof text === 'string').flatMap((text) => text.split(/[^A-Za-z0-9]+/)),
  )
  const named = [...EMV_MEMBERS, ...Object.keys(sent)].filter((member) => words.has(member))
  const known = /^[0-9]{3}$/.test(code) ? code : 'without a code'
  const by = /^[A-Z]$/.test(component) ? ` by ${component}` : ''
  return `Erro ${known}${by}${named.length > 0 ? `: ${[...new Set(named)].slice(0, 5).join(', ')}` : ''}`
}

/** The members that an AReq may lack. */
const EMV_MEMBERS = [
  'threeDSRequestorID',
  'threeDSRequestorName',
  'cardholderName',
  'email',
  'billAddrLine1',
  'mobilePhone',
]

/** Returns a member that is a non-empty text, else null. */
export function textOf(message: EmvMembers, member: string): string | null {
  const value = message[member]
  return typeof value === 'string' && value !== '' ? value : null
}

export function isObject(value: unknown): value is EmvMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseObject(body: string): EmvMembers | null {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
