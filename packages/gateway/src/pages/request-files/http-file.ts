import type { OpenApiDocument } from '@sluice/types/openapi'

import { listRequests, type SampleRequest, TOKEN_OPERATION } from './list-requests.ts'

const INTRODUCTION = `# Every request of the API, for the REST Client of Visual Studio Code, and for Visual Studio.
# Fill in the variables, send "Get an access token", and then any other request. A token is valid for five minutes.
`

/** The expression for the token that the first request received. */
const TOKEN = `{{${TOKEN_OPERATION}.response.body.$.access_token}}`

/** Writes the requests of a document as an `.http` file. */
export function makeHttpFile(document: OpenApiDocument): string {
  const { requests, variables } = listRequests(document)
  const declared = Object.entries(variables).map(([name, value]) => `@${name} = ${value}`)
  return [INTRODUCTION, declared.join('\n'), '', ...requests.map(writeRequest)].join('\n')
}

function writeRequest({ name, title, method, url, headers, needsToken, body }: SampleRequest): string {
  const lines = Object.entries({
    ...headers,
    ...(needsToken && { Authorization: `Bearer ${TOKEN}` }),
    ...(body && { 'Content-Type': CONTENT_TYPES[body.kind] }),
  }).map(([header, value]) => `${header}: ${value}`)
  return [
    `### ${title}`,
    `# @name ${name}`,
    `${method} ${url}`,
    ...lines,
    '',
    ...(body === null ? [] : [writeBody(body), '']),
  ].join('\n')
}

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' }

/** Leaves placeholders in a form unencoded: the tool encodes the values that it inserts. */
function writeBody({ kind, members }: NonNullable<SampleRequest['body']>): string {
  if (kind === 'json') return JSON.stringify(members, null, 2)
  return Object.entries(members)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&')
}
