/**
 * The endpoint table as an OpenAPI 3.1 document, and samples of its answers. It contains only implemented rows, so that
 * it promises nothing that the gateway does not serve.
 *
 * @module
 */
import * as z from 'zod'
import { describeMember, describeMembers, type JsonSchema } from './documentation/describe-members.ts'
import type { Endpoint, EndpointAuth } from './endpoint.ts'
import { type EndpointName, ENDPOINTS } from './endpoints.ts'
import { type CataloguedEvent, EVENT_CATALOGUE } from './event-catalogue.ts'
import { errorExamples } from './error-examples.ts'
import { OPENAPI_EXAMPLES } from './openapi-examples.ts'
import { sampleAnswer } from './sample-answer.ts'

export { type CataloguedEvent, EVENT_CATALOGUE } from './event-catalogue.ts'
export { sampleAnswer } from './sample-answer.ts'

type Json = Readonly<Record<string, unknown>>

/** The base URL of the API, for the document. */
export interface OpenApiOptions {
  /** Address of the API, without a trailing slash. */
  readonly baseUrl: string
  /** Address of the identity provider, without a trailing slash. */
  readonly authUrl: string
  /** The part of the token endpoint's path that names the service. */
  readonly realm: string
  /** Version of the API, e.g. `1.0.0`. */
  readonly version: string
  /** Whether the document includes the tools of the test environment; by default, it does. */
  readonly hasSimulators?: boolean
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  /** Version of the format, `3.1.1`. */
  readonly openapi: string
  /** Title, version and introduction. */
  readonly info: Json
  /** Addresses of the API and of the token endpoint. */
  readonly servers: readonly Json[]
  /** The headings, with their introductions. */
  readonly tags: readonly Json[]
  /** Operations by path and verb. */
  readonly paths: Readonly<Record<string, Json>>
  /** Messages that the gateway sends, by the name of their event. */
  readonly webhooks: Readonly<Record<string, Json>>
  /** Schemas and ways to authenticate, by name. */
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly headers: Readonly<Record<string, Json>>
    readonly securitySchemes: Readonly<Record<string, Json>>
  }
}

const TAGS: Readonly<Record<string, string>> = {
  Sessions: 'Sessions that the merchant’s server prepares and the customer pays.',
  'Payment links': 'Addresses that shoppers pay at, without a shop.',
  Transactions: 'Executing transactions and reading their outcome.',
  '3-D Secure': 'The steps between an authorization and its result.',
  Customers: 'Customers and their saved cards.',
  Webhooks: 'The receivers of events, the deliveries, and replays.',
  Events: 'The events that webhooks deliver.',
  Encryption: 'Keys that card fields are sealed for.',
  Browser: 'The endpoints that the browser library calls with the public client key.',
  Providers: 'The endpoints for payment providers.',
  Identity: 'Access tokens. These paths lie below the realm of the identity provider.',
  Operator: 'The endpoints for the operator of the service.',
  Simulators: 'Tools of the test environment; absent in production.',
}

const SECURITY: Readonly<Record<EndpointAuth, readonly Json[]>> = {
  bearer: [{ accessToken: [] }],
  'client-key': [{ clientKey: [] }],
  'bearer-or-client-key': [{ accessToken: [] }, { clientKey: [] }],
  'client-credentials': [{ clientSecret: [] }, {}],
  'provider-signature': [{ providerSignature: [] }],
  operator: [{ operatorToken: [] }],
  simulator: [{}, { operatorToken: [] }],
  none: [],
}

const STATUSES: Readonly<Record<number, { readonly meaning: string; readonly headers?: readonly string[] }>> =
  {
    200: { meaning: 'Success.' },
    201: { meaning: 'Created.' },
    204: { meaning: 'Done; no body.' },
    400: {
      meaning:
        'The request cannot be read: malformed JSON, an unknown API version, an unusable notification URL.',
    },
    401: { meaning: 'The credentials are missing or not valid.', headers: ['WWW-Authenticate'] },
    403: {
      meaning:
        'The rights do not suffice. Without a body: refused at the edge, e.g. for a missing User-Agent.',
    },
    404: { meaning: 'Does not exist, or belongs to another merchant.' },
    405: { meaning: 'The path exists, the method does not.', headers: ['Allow'] },
    409: {
      meaning:
        'A request with the same Idempotency-Key is still running (then with Retry-After), or the session is busy or finished.',
      headers: ['Retry-After'],
    },
    413: { meaning: 'The body exceeds 64 KiB.' },
    415: { meaning: 'The body has another content type than the endpoint reads.' },
    422: { meaning: 'The request was understood and refused; nothing was stored.' },
    429: { meaning: 'Too many requests.', headers: ['Retry-After'] },
    500: { meaning: 'Something broke here; quote the request id.' },
    503: { meaning: 'Not able to answer right now.' },
  }

const HEADERS = {
  'X-Request-Id': { description: 'Echoed when the request carried a UUID.', schema: { type: 'string' } },
  'API-Version': { description: 'Version of the API that answered.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'What is missing, RFC 6750.', schema: { type: 'string' } },
  Allow: { description: 'The methods of the path.', schema: { type: 'string' } },
}

// The content types other than application/json.
const ANSWER_TYPES: Partial<Record<EndpointName, string>> = {
  getEncryptionKeys: 'application/jwk-set+json',
  streamEvents: 'text/event-stream',
}

const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  // Connectors take other types; the schema describes the provider protocol's.
  raw: 'application/json',
}

/** Builds the OpenAPI document of one deployment. */
export function buildOpenApi(options: OpenApiOptions): OpenApiDocument {
  const components = new Components()
  const paths: Record<string, Record<string, Json>> = {}
  const usedTags = new Set<string>()
  const realmUrl = `${options.authUrl}/realms/${encodeURIComponent(options.realm)}`

  for (const [name, row] of rowsOf(options)) {
    usedTags.add(row.tag)
    const path = (paths[row.path] ??= {})
    path[row.method.toLowerCase()] = {
      ...operation(name, row, components),
      ...(row.server === 'auth' && { servers: [{ url: realmUrl }] }),
    }
  }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Sluice payment gateway',
      version: options.version,
      description: `Amounts are integers in minor units. Every request carries a User-Agent. A member that is null counts as absent; members that are not documented are refused.

${describeDownloads(options.baseUrl)}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.baseUrl }],
    tags: [...usedTags, EVENTS_TAG].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    webhooks: Object.fromEntries(
      EVENT_CATALOGUE.map((event) => [event.event, { post: describeEvent(event, components) }]),
    ),
    components: {
      schemas: components.schemas,
      headers: HEADERS,
      securitySchemes: securitySchemes(`${realmUrl}${ENDPOINTS.issueToken.path}`),
    },
  }
}

const DOWNLOADS = {
  'openapi.json': 'this description',
  'sluice.http': 'every request, for editors',
  'sluice.bruno.json': 'every request, for Bruno',
}

function describeDownloads(baseUrl: string): string {
  const links = Object.entries(DOWNLOADS).map(
    ([file, meaning]) => `[${file}](${baseUrl}/${file}) (${meaning})`,
  )
  return `Downloads: ${links.join(', ')}.`
}

const EVENTS_TAG = 'Events'

const MESSAGE_HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'The same at every attempt: ignore a message whose id you have processed.',
  'webhook-timestamp': 'Seconds since the epoch, of this attempt.',
  'webhook-signature': '`v1,` and Base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
}

function describeEvent(
  { event, when, todo, schema, example }: CataloguedEvent,
  components: Components,
): Json {
  return {
    operationId: `on:${event}`,
    tags: [EVENTS_TAG],
    summary: when.split('.')[0],
    description: `${when}\n\n${todo}`,
    security: [],
    parameters: Object.entries(MESSAGE_HEADERS).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description },
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': content(components.refer(schema), { [nameOfExample(event)]: example }) },
    },
    responses: { '200': { description: 'Any 2xx within 15 seconds: the message was processed or stored.' } },
  }
}

function nameOfExample(event: string): string {
  return event.split(':').slice(-2).join('_')
}

function rowsOf({ hasSimulators = true }: OpenApiOptions): [EndpointName, Endpoint][] {
  const rows = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
  return rows.filter(([, row]) => row.built && (hasSimulators || row.auth !== 'simulator'))
}

function operation(name: EndpointName, row: Endpoint, components: Components): Json {
  const examples = OPENAPI_EXAMPLES[name]
  const parameters = [
    ...parametersIn('path', row.params, components),
    ...parametersIn('query', row.query, components),
    ...parametersIn('header', row.headers, components),
  ]
  return {
    operationId: name,
    tags: [row.tag],
    summary: row.summary,
    description: describeOperation(row),
    security: securityOf(row),
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && {
      requestBody: {
        required: true,
        content: {
          [BODY_TYPES[row.bodyType ?? 'json']]: content(components.refer(row.body), examples?.request),
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(row.responses).map(([status, schema]) => [
        status,
        response(name, Number(status), schema, components),
      ]),
    ),
  }
}

function describeOperation({ description, role, area }: Endpoint): string {
  if (role !== null) return `${description}\n\nRole: \`${role}\`.`
  return area === undefined ? description : `${description}\n\nArea: \`${area}\`.`
}

/** OpenAPI 3.1 lets a bearer scheme name the required roles. */
function securityOf({ auth, area }: Endpoint): readonly Json[] {
  return SECURITY[auth].map((scheme) =>
    area !== undefined && 'operatorToken' in scheme ? { operatorToken: [`operator:${area}`] } : scheme,
  )
}

function response(
  name: EndpointName,
  status: number,
  schema: z.ZodType | null,
  components: Components,
): Json {
  const { meaning, headers = [] } = STATUSES[status] ?? { meaning: `Status ${status}.` }
  const isSuccess = status === ENDPOINTS[name].success
  const mediaType = (isSuccess ? ANSWER_TYPES[name] : undefined) ?? 'application/json'
  const examples = schema === null ? undefined : examplesOf(name, status, schema)
  return {
    description: meaning,
    headers: Object.fromEntries(
      ['X-Request-Id', 'API-Version', ...headers].map((header) => [
        header,
        { $ref: `#/components/headers/${header}` },
      ]),
    ),
    ...(schema && { content: { [mediaType]: content(components.refer(schema), examples) } }),
  }
}

/** Returns the example of a body: the contract's own, or one that is generated from the schema. */
function examplesOf(
  name: EndpointName,
  status: number,
  schema: z.ZodType,
): Readonly<Record<string, unknown>> | undefined {
  const { method, success }: Endpoint = ENDPOINTS[name]
  if (status !== success) return errorExamples(schema, method)
  return OPENAPI_EXAMPLES[name]?.answers ?? (ANSWER_TYPES[name] ? undefined : { sample: sampleAnswer(name) })
}

function content(schema: Json, examples: Readonly<Record<string, unknown>> | undefined): Json {
  if (!examples) return { schema }
  return {
    schema,
    examples: Object.fromEntries(Object.entries(examples).map(([key, value]) => [key, { value }])),
  }
}

// OpenAPI describes credentials as security schemes.
const CREDENTIAL_HEADERS: readonly string[] = ['x-client-key']

function parametersIn(
  place: 'path' | 'query' | 'header',
  members: z.ZodObject | undefined,
  components: Components,
): Json[] {
  return Object.entries((members?.shape ?? {}) as Record<string, z.ZodType>)
    .filter(([name]) => !CREDENTIAL_HEADERS.includes(name))
    .map(([name, member]) => {
      const { description = describeMember('parameter', name), ...schema } = components.refer(member)
      const required = !member.safeParse(undefined).success
      return { name, in: place, required, ...(description !== undefined && { description }), schema }
    })
}

function securitySchemes(tokenUrl: string): Record<string, Json> {
  return {
    accessToken: {
      type: 'oauth2',
      description: 'A JWT from the token endpoint, sent as `Authorization: Bearer <token>`.',
      flows: { clientCredentials: { tokenUrl, refreshUrl: tokenUrl, scopes: {} } },
    },
    clientKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-client-key',
      description: 'The merchant’s public key for browsers; opens nothing but sessions and public keys.',
    },
    clientSecret: {
      type: 'http',
      scheme: 'basic',
      description: 'Client id and secret, percent-encoded (RFC 6749 §2.3.1), unless they are in the form.',
    },
    operatorToken: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The operator’s token, which opens every area, or the token of an operator’s program, which opens the areas that it was given. On the own machine of a gateway of the test environment nothing is asked for.',
    },
    providerSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'Standard Webhooks, with webhook-id and webhook-timestamp.',
    },
  }
}

/** Collects the named schemas that are referred to, each once. */
class Components {
  readonly schemas: Record<string, Json> = {}

  /** Returns the schema, or a reference to it if it has a name. */
  refer(schema: z.ZodType): Json {
    const described = describeMembers(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, 'body')
    const { $defs = {}, ...root } = relocate(described) as Record<string, unknown>
    for (const [name, definition] of Object.entries($defs as Record<string, Json>))
      this.schemas[name] = { title: name, ...definition }
    delete root.$schema
    return root
  }
}

/** Moves references from where JSON Schema keeps definitions to where OpenAPI keeps them; clauses are for types. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (key === 'clause') return []
      if (key !== '$ref' || typeof member !== 'string') return [[key, relocate(member)]]
      return [[key, member.replace('#/$defs/', '#/components/schemas/')]]
    }),
  )
}
