import type { OpenApiDocument } from '@sluice/types/openapi'

/** One request of a file that a developer opens in a tool. Values in double braces are variables of the file. */
export interface SampleRequest {
  /** Name of the operation. */
  readonly name: string
  readonly title: string
  /** Heading of the operation. */
  readonly group: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly needsToken: boolean
  readonly body: { readonly kind: 'form' | 'json'; readonly members: Members } | null
}

/** The requests of a document, the access token first, and the variables that they name. */
export interface SampleRequests {
  readonly requests: readonly SampleRequest[]
  readonly variables: Readonly<Record<string, string>>
}

type Members = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly servers?: readonly { readonly url: string }[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: Members }>> }>
    >
  }
}

export const TOKEN_OPERATION = 'issueToken'

const FORM = 'application/x-www-form-urlencoded'

/** The variables that the reader of the file fills in. */
const CREDENTIALS = {
  client_id: 'your-client-id',
  client_secret: 'your-client-secret',
  client_key: 'your-client-key',
  terminal_id: 'your-terminal-id',
  operator_token: 'your-operator-token',
}

/** The operations that create an order and need a new reference each time. */
const BEGINS_ORDER: readonly string[] = [
  'createSession',
  'createHostedPaymentPage',
  'authorize',
  'createPayment',
  'createPayout',
]

/**
 * Lists the requests of a document with their first example. Signed requests are omitted, because a file cannot sign
 * them.
 */
export function listRequests(document: OpenApiDocument): SampleRequests {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const usable = operations.filter(({ operation }) => !uses(operation, 'providerSignature'))
  const token = usable.filter(isToken)
  const parameters = usable.flatMap(({ operation }) => namesOfPath(operation))
  return {
    requests: [...token, ...usable.filter((one) => !isToken(one))].map(describeRequest),
    variables: {
      base_url: String(document.servers[0]?.['url']),
      realm_url: token[0]?.operation.servers?.[0]?.url ?? '',
      ...CREDENTIALS,
      reference: 'your-reference',
      ...Object.fromEntries(parameters.map((name) => [name, `your-${name.replaceAll('_', '-')}`])),
    },
  }
}

interface Located {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

function describeRequest({ path, method, operation }: Located): SampleRequest {
  const { operationId: name, summary: title, tags, servers } = operation
  const origin = servers === undefined ? '{{base_url}}' : '{{realm_url}}'
  return {
    name,
    title,
    group: tags[0] ?? 'Other',
    method,
    url: `${origin}${path.replaceAll(/\{([^{}]+)\}/g, '{{$1}}')}`,
    headers: {
      // Requests without one are rejected with 403.
      'User-Agent': 'sluice-requests',
      ...(uses(operation, 'clientKey') && { 'x-client-key': '{{client_key}}' }),
      ...(uses(operation, 'operatorToken') && { Authorization: 'Bearer {{operator_token}}' }),
    },
    needsToken: uses(operation, 'accessToken'),
    body: describeBody(operation),
  }
}

function describeBody({ operationId, requestBody }: Operation): SampleRequest['body'] {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const [example] = Object.values(content?.examples ?? {})
  if (example === undefined) return null
  const members = Object.fromEntries(
    Object.entries(example.value).map(([name, value]) => [name, fillIn(operationId, name, value)]),
  )
  return { kind: type === FORM ? 'form' : 'json', members }
}

function fillIn(operationId: string, name: string, value: unknown): unknown {
  if (name === 'reference') return BEGINS_ORDER.includes(operationId) ? '{{$guid}}' : '{{reference}}'
  return ['terminal_id', 'client_id', 'client_secret'].includes(name) ? `{{${name}}}` : value
}

/** Reports whether the operation accepts this kind of credential; the first of several is shown. */
function uses({ security }: Operation, scheme: string): boolean {
  const schemes = security.map((one) => Object.keys(one)[0]).filter((one) => one !== undefined)
  return schemes[0] === scheme
}

function namesOfPath({ parameters = [] }: Operation): readonly string[] {
  return parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
}

function isToken({ operation }: Located): boolean {
  return operation.operationId === TOKEN_OPERATION
}
