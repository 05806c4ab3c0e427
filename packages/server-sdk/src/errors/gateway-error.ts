import type { WalletTokenErrorCode } from './wallet-token-failures.ts'

/** Marks errors of this package, so that they are recognised across two installed copies of it. */
export const GATEWAY_ERROR_MARK = Symbol.for('@sluice/server-sdk/GatewayError')

const INSPECT = Symbol.for('nodejs.util.inspect.custom')
const INSPECT_OF_DENO = Symbol.for('Deno.customInspect')

/** The codes of errors, without those of wallet tokens. A heading of `docs/errors.md` explains each. */
export const GATEWAY_ERROR_CODES = [
  'authentication_failed',
  'browser_forbidden',
  'configuration_invalid',
  'conflict',
  'connection_failed',
  'contract_violated',
  'not_found',
  'notification_url_invalid',
  'permission_denied',
  'rate_limited',
  'request_aborted',
  'request_rejected',
  'request_timed_out',
  'server_failed',
  'service_unavailable',
  'validation_failed',
  'webhook_unverified',
] as const

/** Every `code` an error of this package can have. Codes are never renamed; new ones may be added. */
export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number] | WalletTokenErrorCode

/** The call that an error is about: enough to find it in two logs, without anything that must not be in one. */
export interface CallDescription {
  /** `POST` or `GET`. */
  readonly method: string
  /** The path's template, `/api/sessions/{session_id}`: ids in a path can be capabilities, so they are left out. */
  readonly path: string
  /** The address below which it was sent, with the path of `baseUrl` if any: `https://gateway.example`. Absent when nothing was sent. */
  readonly host?: string | undefined
  /** The merchant's reference in the request, when it has one. */
  readonly reference?: string | undefined
  /**
   * The `Idempotency-Key` that was sent. The same body with the same key gets the answer of the first request, if there
   * was one.
   */
  readonly idempotencyKey?: string | undefined
}

export interface GatewayErrorDetails {
  readonly call?: CallDescription | undefined
  /** The answer's HTTP status. */
  readonly status?: number | undefined
  /** The `x-request-id` of the response, or of the request if there is no response; quote it to the operator. */
  readonly requestId?: string | undefined
  /** Whether the gateway may have executed the request although no response says so. */
  readonly outcomeUnknown?: boolean | undefined
  readonly cause?: unknown
}

/**
 * The root of all errors this package throws.
 *
 * A decline is not an error: it is an answer. Errors say that the gateway refused the request itself, or that nothing
 * is known about its fate ({@link GatewayError.outcomeUnknown}).
 *
 * Messages, `toJSON()` and `util.inspect` show only the members listed here and in the subclass: no secrets, no tokens,
 * no card data, no bodies. A `cause` is kept for debuggers but shown only by its name and code.
 */
export abstract class GatewayError extends Error {
  /** The kind of error, for `switch`. */
  abstract readonly code: GatewayErrorCode
  /** The call that failed; undefined before there was one. */
  readonly call: CallDescription | undefined
  /** HTTP status of the response, 400 to 599; undefined if there was none. */
  readonly status: number | undefined
  /** The id of the request in the gateway's log: quote it to the operator. Undefined without an answer. */
  readonly requestId: string | undefined
  /**
   * `true`: the gateway may have acted. Ask for the transaction's status, or send the same body again with the same
   * idempotency key, before anything else is tried. `false`: nothing was done.
   */
  readonly outcomeUnknown: boolean

  constructor(message: string, details: GatewayErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.call = details.call
    this.status = details.status
    this.requestId = details.requestId
    this.outcomeUnknown = details.outcomeUnknown ?? false
  }

  /**
   * The path of the documentation of the error, with its causes and fixes: a file of this package, relative to the
   * folder that contains `node_modules`, and the heading in it. Editors and terminals open it.
   *
   * @see docs/errors.md#errors-of-the-client
   */
  get docPath(): string {
    return `node_modules/@sluice/server-sdk/dist/docs/errors.md#${this.code}`
  }

  get [GATEWAY_ERROR_MARK](): true {
    return true
  }

  /** Returns the members that may be logged. Subclasses add their own members. */
  toJSON(): Record<string, unknown> {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      status: this.status,
      requestId: this.requestId,
      outcomeUnknown: this.outcomeUnknown,
      method: this.call?.method,
      path: this.call?.path,
      host: this.call?.host,
      reference: this.call?.reference,
      idempotencyKey: this.call?.idempotencyKey,
      docPath: this.docPath,
      cause: describeCause(this.cause),
    }
  }

  [INSPECT](_depth: number, options: object, inspect?: (value: unknown, options: object) => string): string {
    const members = Object.fromEntries(
      Object.entries(this.toJSON()).filter(([, value]) => value !== undefined),
    )
    const shown = inspect ? inspect(members, options) : JSON.stringify(members)
    return `${this.stack ?? `${this.name}: ${this.message}`} ${shown}`
  }

  [INSPECT_OF_DENO](inspect: (value: unknown, options: object) => string, options: object): string {
    return this[INSPECT](0, options, inspect)
  }
}

/**
 * Returns a text like `TypeError ECONNREFUSED`: names and codes only, since the texts of foreign errors may hold
 * addresses and headers.
 */
export function describeCause(cause: unknown): string | undefined {
  const words: string[] = []
  for (let error = cause; isErrorShaped(error) && words.length < MAX_CAUSES; error = error.cause) {
    const { name, code } = error
    words.push(typeof code === 'string' && CODE_SHAPE.test(code) ? `${name} ${code}` : name)
  }
  return words.length === 0 ? undefined : words.join(' ← ')
}

/** Recognises errors by their members: those of another realm (Jest, vm contexts) are no instances of this one's class. */
function isErrorShaped(value: unknown): value is { name: string; code?: unknown; cause?: unknown } {
  const name: unknown = (value as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' && CODE_SHAPE.test(name) && typeof value === 'object' && 'message' in value!
}

/** Runtimes nest two or three causes; a longer chain adds no information. */
const MAX_CAUSES = 4

/** `ECONNREFUSED`, `ERR_TLS_CERT_ALTNAME_INVALID`, `ConnectionRefused`: a name, not a text. */
const CODE_SHAPE = /^[A-Za-z][A-Za-z0-9_]{2,63}$/
