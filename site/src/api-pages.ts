import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'
import { buildOpenApi, EVENT_CATALOGUE, type OpenApiDocument } from '@sluice/types/openapi'
import { describeType, listSchemaMembers, type Schema, type Schemas } from './schema-members.ts'
import { SAMPLE_BEGINNINGS, SDK_CALLS, USUAL_BEGINNING } from './sdk-calls.ts'
import { slugOf } from './markdown.ts'
import type { Source } from './sources.ts'

/** The parts of an operation that a page shows. */
interface Operation {
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Content>> }>
  >
}

interface Content {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

/** A page for each tag of the OpenAPI document, and one that lists them. */
export function makeApiPages(): readonly Source[] {
  const document = buildOpenApi({
    baseUrl: '$SLUICE_BASE_URL',
    authUrl: '$SLUICE_AUTH_URL',
    realm: 'sluice',
    version: '1',
  })
  const tags = document.tags as readonly { readonly name: string; readonly description: string }[]
  return [
    listTags(tags),
    ...tags.map(({ name, description }) => ({
      path: apiPath(name),
      markdown: name === 'Events' ? describeEvents(description) : describeTag(document, name, description),
    })),
  ]
}

/** Returns the path of a tag's page, for the menu. */
export function apiPath(tag: string): string {
  return `api/${slugOf(tag)}.md`
}

function listTags(tags: readonly { readonly name: string; readonly description: string }[]): Source {
  const rows = tags.map(({ name, description }) => `| [${name}](${slugOf(name)}.md) | ${description} |`)
  return {
    path: 'api/index.md',
    markdown: `# API reference

Every operation of the gateway with its members, answers and call of the client. The pages are generated from the contract, as
\`openapi.json\` is; at \`/reference\` of a running test environment the same can be tried.

Requests carry an access token (\`Authorization: Bearer …\`) from the [token endpoint](identity.md) and a \`User-Agent\`. Amounts are
integers in minor units. Members that are not documented are refused. [Errors](../docs/errors.md) and
[HTTP errors](../docs/protocol/errors-and-limits.md#http-errors) say what can come back.

For code generators there is the OpenAPI document, and for trying things out every request as an \`.http\` file (REST Client of Visual
Studio Code, Visual Studio) and as a collection to import into [Bruno](https://www.usebruno.com). Both begin with the access token:

\`\`\`sh
curl -O "$SLUICE_BASE_URL/openapi.json"
curl -O "$SLUICE_BASE_URL/sluice.http"
curl -O "$SLUICE_BASE_URL/sluice.bruno.json"
\`\`\`

| Group | For |
| --- | --- |
${rows.join('\n')}
`,
  }
}

/** The catalogue of events: the table first, then each with its message. */
function describeEvents(description: string): string {
  const rows = EVENT_CATALOGUE.map(
    ({ event, when, todo }) => `| [\`${event}\`](#${slugOf(event)}) | ${when} | ${todo} |`,
  )
  return [
    `# Events

${description} A message is one of these, signed as [Webhooks](../docs/protocol/webhooks.md#webhooks) says; \`openapi.json\` has them under
\`webhooks\`. Deliveries may repeat and overtake each other: ignore a \`webhook-id\` that you know, and compare \`updated_at\`.

| Event | When | What to do |
| --- | --- | --- |
${rows.join('\n')}
`,
    ...EVENT_CATALOGUE.map(
      ({ event, when, todo, filters, example }) => `## ${event}

${when} ${todo}

Filters: ${filters.map((filter) => `\`${filter}\``).join(', ')}

\`\`\`json as WebhookEvent
${JSON.stringify(example, null, 2)}
\`\`\`
`,
    ),
  ].join('\n')
}

function describeTag(document: OpenApiDocument, tag: string, description: string): string {
  const names = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    return endpoint.built && endpoint.tag === tag
  })
  const hasCalls = names.some((name) => SDK_CALLS[name] !== undefined)
  const beginning = hasCalls
    ? `Samples on this page begin with\n\n\`\`\`ts\n${SAMPLE_BEGINNINGS[tag] ?? USUAL_BEGINNING}\n\`\`\`\n`
    : ''
  return `# ${tag}

${description}

${beginning}
${names.map((name) => describeOperation(document, name)).join('\n')}`
}

function describeOperation(document: OpenApiDocument, name: EndpointName): string {
  const endpoint: Endpoint = ENDPOINTS[name]
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation
  const schemas = document.components.schemas as Schemas
  const call = SDK_CALLS[name]
  const body = Object.values(operation.requestBody?.content ?? {})[0]
  const answer = Object.values(operation.responses[endpoint.success]?.content ?? {})[0]
  return [
    `## ${operation.summary}\n`,
    `\`${endpoint.method} ${endpoint.path}\`\n`,
    `${operation.description}\n`,
    call && `\`\`\`ts\nconsole.log(await ${call})\n\`\`\`\n`,
    describeParameters(operation),
    body && describeMembers('Body', body, schemas),
    answer && describeMembers('Answer', answer, schemas),
    describeStatuses(operation),
  ]
    .filter(Boolean)
    .join('\n')
}

function describeParameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `| \`${name}\` | ${place}${required ? ', required' : ''} | ${describeType(schema)} | ${cell(description)} |`,
  )
  return `**Parameters**\n\n| Name | In | Type | Meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

function describeMembers(title: string, { schema, examples = {} }: Content, schemas: Schemas): string {
  const rows = listSchemaMembers(schema, schemas).map(
    ({ path, type, isRequired, description }) =>
      `| \`${path}\` | ${type}${isRequired ? ', required' : ''} | ${cell(description)} |`,
  )
  const [example] = Object.values(examples)
  const shown = example ? `\n\`\`\`json\n${JSON.stringify(example.value, null, 2)}\n\`\`\`\n` : ''
  if (rows.length === 0) return shown === '' ? '' : `**${title}**\n${shown}`
  return `**${title}**\n${shown}\n| Member | Type | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

function describeStatuses({ responses }: Operation): string {
  const rows = Object.entries(responses).map(
    ([status, { description }]) => `| ${status} | ${cell(description)} |`,
  )
  return `**Statuses**\n\n| Status | Means |\n| --- | --- |\n${rows.join('\n')}\n`
}

/** Formatted for a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
}
