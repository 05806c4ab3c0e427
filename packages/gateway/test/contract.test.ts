import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type EndpointName, ENDPOINTS } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

const RESOURCES = join(import.meta.dirname, '../../server-sdk/src/resources')

/** The endpoints that the SDK's methods call. */
function listCalledBySdk(): readonly string[] {
  const files = readdirSync(RESOURCES).filter((name) => !name.endsWith('.test.ts'))
  const texts = files.map((name) => readFileSync(join(RESOURCES, name), 'utf8'))
  return texts.flatMap((text) =>
    [...text.matchAll(/transport\.(?:call|stream)\('(\w+)'/g)].map(([, name = '']) => name),
  )
}

const rows = Object.entries(ENDPOINTS) as [EndpointName, (typeof ENDPOINTS)[EndpointName]][]
const built = rows.filter(([, endpoint]) => endpoint.built)
const planned = rows.filter(([, endpoint]) => !endpoint.built)

interface OpenApiDocument {
  readonly openapi: string
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >
}

describe('the contract', () => {
  let gateway: TestGateway
  let document: OpenApiDocument

  beforeAll(async () => {
    gateway = await startTestGateway()
    document = await gateway.get<OpenApiDocument>('/openapi.json')
  })
  afterAll(() => gateway.close())

  /** Returns the row's address with a value for each parameter. */
  function addressOf(name: EndpointName): string {
    const { path, server } = ENDPOINTS[name]
    const filled = path.replaceAll(/\{\w+\}/g, 'x')
    return server === 'auth' ? `/realms/${gateway.ready.realm}${filled}` : filled
  }

  const operationOf = (name: EndpointName) => {
    const { method, path } = ENDPOINTS[name]
    const [, operations] = Object.entries(document.paths).find(([template]) => template.endsWith(path)) ?? []
    return operations?.[method.toLowerCase()]
  }

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  describe.each(built)('%s is implemented', (name, endpoint) => {
    it('is served at its address', async () => {
      // An existing path rejects another method; an unknown path is not found.
      const other = await gateway.send('PUT', addressOf(name))
      expect(other.status).toBe(405)
      expect(other.headers.get('allow')).toContain(endpoint.method)
    })

    it('is in the OpenAPI document with every status', () => {
      const operation = operationOf(name)
      expect(operation).toBeDefined()
      expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(Object.keys(endpoint.responses).sort())
    })
  })

  it('names only implemented endpoints', () => {
    expect(planned.map(([name]) => name)).toEqual([])
  })

  it('is in the SDK if merchants’ servers call it', () => {
    const forServers = built
      .filter(([, { auth }]) => auth === 'bearer' || auth === 'bearer-or-client-key')
      .map(([name]) => name)
    expect([...new Set(listCalledBySdk())].sort()).toEqual([...forServers].sort())
  })
})
