import { describe, expect, it } from 'vitest'
import { describeType, listSchemaMembers } from './schema-members.ts'

const schemas = {
  Amount: { type: 'integer', description: 'In minor units.' },
  Order: {
    type: 'object',
    properties: { amount: { $ref: '#/components/schemas/Amount' }, method: {} },
    required: ['amount'],
    oneOf: [
      {
        properties: { method: { const: 'card' }, browser: { type: 'object' } },
        required: ['method', 'browser'],
      },
      { properties: { method: { const: 'redirect' } }, required: ['method'] },
    ],
  },
}

describe('listSchemaMembers', () => {
  it('returns each member once, and requires what every form requires', () => {
    const members = listSchemaMembers({ $ref: '#/components/schemas/Order' }, schemas)
    expect(members.map(({ path, isRequired }) => [path, isRequired])).toEqual([
      ['amount', true],
      ['method', true],
      ['browser', false],
    ])
    expect(members[0]).toMatchObject({ type: 'integer', description: 'In minor units.' })
  })

  it('descends into objects and lists', () => {
    const list = { type: 'array', items: { properties: { id: { type: 'string' } }, required: ['id'] } }
    const members = listSchemaMembers({ properties: { data: list } }, {})
    expect(members.map(({ path, type }) => [path, type])).toEqual([
      ['data', 'list of object'],
      ['data[].id', 'string'],
    ])
  })
})

describe('describeType', () => {
  it('names values, lists and alternatives', () => {
    expect(describeType({ enum: ['A', 'B'] })).toBe('`A`, `B`')
    expect(describeType({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null')
    expect(describeType({ const: 'PURCHASE' })).toBe('`PURCHASE`')
  })
})
