import { type Endpoint, ENDPOINTS } from '@sluice/types'
import { buildOpenApi } from '@sluice/types/openapi'
import { describe, expect, it } from 'vitest'

import { makeBrunoCollection } from './bruno-collection.ts'
import { makeHttpFile } from './http-file.ts'
import { listRequests } from './list-requests.ts'

const document = buildOpenApi({
  baseUrl: 'https://pay.example',
  authUrl: 'https://id.example',
  realm: 'sluice',
  version: '1.0.0',
})
const text = makeHttpFile(document).trimEnd()
const { variables } = listRequests(document)

const rows = Object.entries(ENDPOINTS as Readonly<Record<string, Endpoint>>).filter(
  ([, { built, auth }]) => built && auth !== 'provider-signature',
)

/** A value that the contract accepts, for each variable of a body. */
const FILLED: Readonly<Record<string, string>> = {
  $guid: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
  reference: 'order-1001',
  terminal_id: 'T00000000001',
}

const fill = (given: string) =>
  given.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => FILLED[name] ?? variables[name] ?? `no ${name}`)

/** Parses the requests of the file as an editor does. */
const requests = text
  .split(/^### /m)
  .slice(1)
  .map((block) => {
    const [head = '', ...body] = block.split('\n\n')
    const [title = '', name = '', start = '', ...headers] = head.split('\n')
    const [method = '', url = ''] = start.split(' ')
    return { title, name: name.replace('# @name ', ''), method, url, headers, body: body.join('\n\n').trim() }
  })

describe('the .http file', () => {
  it('has every operation once that needs no signature, the access token first', () => {
    expect(requests[0]?.name).toBe('issueToken')
    expect(requests.map(({ name }) => name).sort()).toEqual(rows.map(([name]) => name).sort())
  })

  it('declares each variable that it uses', () => {
    const declared = [...text.matchAll(/^@(\w+) = .+$/gm)].map(([, name]) => name)
    const used = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
    expect([...new Set(used)].filter((name) => !declared.includes(name))).toEqual([])
    expect(declared).toEqual(Object.keys(variables))
  })

  it.each(requests)('$name: is a request of the contract', ({ name, method, url, headers, body }) => {
    const row = ENDPOINTS[name as keyof typeof ENDPOINTS] as Endpoint
    const base = row.server === 'auth' ? 'https://id.example/realms/sluice' : 'https://pay.example'
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => variables[parameter] ?? '')
    expect([method, fill(url)]).toEqual([row.method, `${base}${path}`])
    for (const header of headers) expect(header).toMatch(/^[\w-]+: \S.*$/)
    if (row.body === undefined) return expect(body).toBe('')
    const type = headers.find((header) => header.startsWith('Content-Type: '))
    const members: unknown = type?.endsWith('urlencoded')
      ? Object.fromEntries(new URLSearchParams(fill(body)))
      : JSON.parse(fill(body))
    expect(row.body.safeParse(members)).toMatchObject({ success: true })
  })
})

describe('the Bruno collection', () => {
  const { items } = makeBrunoCollection(document) as {
    items: { name: string; items: { name: string; request: { url: string; method: string } }[] }[]
  }

  it('has the same requests, in a folder for each heading', () => {
    const there = items.flatMap((folder) =>
      folder.items.map(({ request }) => `${request.method} ${request.url}`),
    )
    expect(there.sort()).toEqual(requests.map(({ method, url }) => `${method} ${url}`).sort())
    expect(items[0]?.items[0]?.name).toBe(ENDPOINTS.issueToken.summary)
  })

  it('stores the token that its first request received', () => {
    expect(JSON.stringify(items[0]?.items[0])).toContain('"res.body.access_token"')
  })
})
