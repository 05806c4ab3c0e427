import { describe, expect, it } from 'vitest'
import * as contract from '../index.ts'
import { buildOpenApi } from '../openapi.ts'
import type { JsonSchema } from './describe-members.ts'
import { describeSchemas } from './describe-schemas.ts'
import { MEMBER_DESCRIPTIONS } from './member-descriptions.ts'

const openApi = buildOpenApi({
  baseUrl: 'https://pay.example',
  authUrl: 'https://id.example',
  realm: 'sluice',
  version: '1.0.0',
})
const components = openApi.components.schemas as Readonly<Record<string, JsonSchema>>

/** The members of a schema without a description, by their paths. */
function findUndescribed(schema: JsonSchema, path: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, member]) => {
      const target = components[member.$ref?.split('/').at(-1) ?? '']
      const isDescribed = (member.description ?? target?.description) !== undefined
      return [...(isDescribed ? [] : [`${path}.${name}`]), ...findUndescribed(member, `${path}.${name}`)]
    }),
    ...[...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])].flatMap((part) =>
      findUndescribed(part, path),
    ),
  ]
}

describe('the contract describes', () => {
  it('every member of every schema: packages/types/src/documentation/member-descriptions.ts', () => {
    const schemas = [...Object.entries(components), ...describeSchemas(contract)]
    expect(schemas.length).toBeGreaterThan(200)
    expect(schemas.flatMap(([name, schema]) => findUndescribed(schema, name))).toEqual([])
  })

  it('every schema, and where the protocol speaks of it', () => {
    const schemas = describeSchemas(contract)
    const nameless = ([, { description, clause }]: [string, JsonSchema]) => !description || !clause
    expect([...schemas].filter(nameless).map(([name]) => name)).toEqual([])
  })

  it('every parameter of the OpenAPI document', () => {
    const operations = Object.values(openApi.paths).flatMap((path) => Object.values(path)) as {
      operationId: string
      parameters?: { name: string; description?: string }[]
    }[]
    const undescribed = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
    )
    expect(undescribed).toEqual([])
  })

  it('nothing that does not exist', () => {
    const names = new Set<string>()
    const collect = (
      { properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: JsonSchema,
      path: string,
    ) => {
      for (const [name, member] of Object.entries(properties)) {
        names.add(name).add(`${path}.${name}`)
        collect(member, `${path}.${name}`)
      }
      for (const part of [...anyOf, ...oneOf, ...allOf, ...(items ? [items] : [])]) collect(part, path)
    }
    for (const [name, schema] of describeSchemas(contract)) collect(schema, name)
    const parameters = [...JSON.stringify(openApi.paths).matchAll(/"name":"([\w-]+)"/g)].map(
      ([, name]) => name,
    )
    const known = new Set([...names, ...parameters])
    expect(Object.keys(MEMBER_DESCRIPTIONS).filter((name) => !known.has(name))).toEqual([])
  })
})
