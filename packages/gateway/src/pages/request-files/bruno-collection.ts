import type { OpenApiDocument } from '@sluice/types/openapi'

import { listRequests, type SampleRequest, TOKEN_OPERATION } from './list-requests.ts'

const NAME = 'Sluice payment gateway'

/** Writes the requests of a document as a collection that Bruno imports. */
export function makeBrunoCollection(document: OpenApiDocument): object {
  const { requests, variables } = listRequests(document)
  const groups = [...new Set(requests.map(({ group }) => group))]
  return {
    name: NAME,
    version: '1',
    items: groups.map((group, place) => ({
      type: 'folder',
      name: group,
      seq: place + 1,
      items: requests.filter((request) => request.group === group).map(describeItem),
    })),
    environments: [{ name: 'Gateway', variables: Object.entries(variables).map(describeVariable) }],
    brunoConfig: { version: '1', name: NAME, type: 'collection' },
  }
}

function describeItem(
  { name, title, method, url, headers, needsToken, body }: SampleRequest,
  place: number,
): object {
  return {
    type: 'http-request',
    name: title,
    seq: place + 1,
    request: {
      url,
      method,
      headers: Object.entries(headers).map(([header, value]) => describePair(header, value)),
      params: [],
      auth: needsToken ? { mode: 'bearer', bearer: { token: '{{access_token}}' } } : { mode: 'none' },
      body: describeBody(body),
      // Later requests use the token that this one received.
      ...(name === TOKEN_OPERATION && {
        vars: { req: [], res: [describePair('access_token', 'res.body.access_token')] },
      }),
    },
  }
}

function describeBody(body: SampleRequest['body']): object {
  if (body === null) return { mode: 'none' }
  if (body.kind === 'json') return { mode: 'json', json: JSON.stringify(body.members, null, 2) }
  const pairs = Object.entries(body.members).map(([name, value]) => describePair(name, String(value)))
  return { mode: 'formUrlEncoded', formUrlEncoded: pairs }
}

function describePair(name: string, value: string) {
  return { name, value, enabled: true }
}

function describeVariable([name, value]: [string, string]): object {
  return { ...describePair(name, value), type: 'text', secret: SECRETS.includes(name) }
}

/** Bruno does not save these variables to files. */
const SECRETS: readonly string[] = ['client_secret', 'operator_token']
