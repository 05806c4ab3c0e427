/** The reason why the gateway rejected a request. */
export type RefusalKind =
  | 'signed-out'
  | 'sign-in-too-old'
  | 'forbidden'
  | 'not-found'
  | 'invalid'
  | 'conflict'
  | 'under-way'
  | 'limited'
  | 'unavailable'

/** One member that breaks a rule. */
export interface Problem {
  readonly property: string
  readonly message: string
}

export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly problems: readonly Problem[]
  /** The gateway's message about a conflict; null if it sends none. */
  readonly said: string | null
  /** The status of the object that conflicts with the request; null if the gateway returns none. */
  readonly status: string | null

  constructor(
    kind: RefusalKind,
    problems: readonly Problem[] = [],
    {
      message = null,
      status = null,
    }: { readonly message?: string | null; readonly status?: string | null } = {},
  ) {
    super(kind)
    this.kind = kind
    this.problems = problems
    this.said = message
    this.status = status
  }
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  /** The idempotency key of a change: the same for each try, so that the change is made once. */
  readonly key?: string
  /** A check for changes, which keeps no session alive. */
  readonly isWatch?: boolean
  readonly signal?: AbortSignal
}

const KINDS: Readonly<Record<number, RefusalKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'limited',
}

/**
 * Asks the gateway, as the person who is signed in.
 *
 * @param path - below `/portal`.
 * @throws {Refusal} for every answer that is no success, and for none.
 */
export async function ask<Answer>(path: string, question: Question = {}): Promise<Answer> {
  const response = await send(path, question)
  return (response.status === 204 ? null : await arrival(response.json(), question.signal)) as Answer
}

/** As {@link ask}, for a file. */
export async function askForFile(path: string): Promise<Blob> {
  const response = await send(path, {})
  return arrival(response.blob())
}

/** Opens a streamed response, for a page that only displays it. @throws {Refusal} as {@link ask}. */
export async function openStream(
  path: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await send(path, { isWatch: true, signal })
  if (body === null) throw new Refusal('unavailable')
  return body
}

async function send(
  path: string,
  { method = 'GET', body, key, isWatch, signal }: Question,
): Promise<Response> {
  const asked = fetch(`/portal${path}`, {
    method,
    headers: {
      'x-sluice-portal': isWatch ? 'watch' : 'act',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const response = await arrival(asked, signal)
  if (response.ok) return response
  throw await readRefusal(response)
}

/**
 * The received response: headers, or a body that may be cut off after them.
 * @throws {Refusal} if the connection breaks.
 */
async function arrival<Part>(part: Promise<Part>, signal?: AbortSignal): Promise<Part> {
  try {
    return await part
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refusal('unavailable')
  }
}

async function readRefusal(response: Response): Promise<Refusal> {
  const { status, headers } = response
  if (headers.get('x-sluice-portal') === 'sign-in-too-old') return new Refusal('sign-in-too-old')
  // The first request with this key still runs: its answer is available only by the same key.
  if (status === 409 && headers.has('retry-after')) return new Refusal('under-way')
  const kind = KINDS[status] ?? (status < 500 ? 'invalid' : 'unavailable')
  if (kind !== 'invalid' && kind !== 'conflict') return new Refusal(kind)
  const body = (await response.json().catch(() => null)) as {
    readonly errors?: readonly Problem[]
    readonly message?: string
    readonly status?: string
  } | null
  return new Refusal(kind, body?.errors ?? [], kind === 'conflict' && body ? body : {})
}
