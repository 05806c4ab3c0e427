/** The files of requests that a gateway serves: Bruno accepts its collection, and what an editor sends is answered. */
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../packages/gateway/test/test-gateway.ts'

interface BrunoSchema {
  readonly collectionSchema: { validate(collection: unknown): Promise<unknown> }
}

const { collectionSchema } = createRequire(import.meta.url)('@usebruno/schema') as BrunoSchema

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const download = async (file: string) => (await fetch(`${gateway.ready.base_url}/${file}`)).text()

let given = 0

/** Bruno gives each part an id when it imports a collection, and then checks the whole. */
function addIds(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => addIds(item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, addIds(member, name)])
  const hasId = key === ''
  return Object.fromEntries([...(hasId ? [['uid', String((given += 1)).padStart(21, '0')]] : []), ...members])
}

it('gives Bruno a collection that it accepts', async () => {
  const collection = addIds(JSON.parse(await download('sluice.bruno.json')))
  await expect(collectionSchema.validate(collection)).resolves.toBeTruthy()
  const broken = { ...(collection as object), items: [{ type: 'http-request', name: '' }] }
  await expect(collectionSchema.validate(broken)).rejects.toThrow('request is required')
})

/** Sends a request of the file as an editor does, with its variables filled in. */
async function send(block: string, values: Readonly<Record<string, string>>) {
  const filled = block.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => values[name] ?? '')
  const [head = '', ...body] = filled.split('\n\n')
  const [, , start = '', ...headers] = head.split('\n')
  const [method = '', url = ''] = start.split(' ')
  const pairs = headers.map((line) => line.split(': ') as [string, string])
  const text = body.join('\n\n').trim()
  const response = await fetch(url, { method, headers: pairs, ...(text !== '' && { body: text }) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

it('gives editors requests that succeed with the token of the first', async () => {
  const text = await download('sluice.http')
  const { client_id, client_secret, terminal_id } = gateway.ready
  const declared = Object.fromEntries(
    [...text.matchAll(/^@(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const values = { ...declared, client_id, client_secret, terminal_id, $guid: gateway.nextReference() }
  const [token = '', ...rest] = text.split(/^(?=### )/m).slice(1)
  const issued = await send(token, values)
  expect(issued.status).toBe(200)
  const block = rest.find((one) => one.includes('# @name createSession\n')) ?? ''
  const bearer = { 'issueToken.response.body.$.access_token': String(issued.body['access_token']) }
  expect(await send(block, { ...values, ...bearer })).toMatchObject({
    status: 200,
    body: { status: 'CREATED', reference: values.$guid },
  })
})
