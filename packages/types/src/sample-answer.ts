import * as z from 'zod'
import type { JsonSchema } from './documentation/describe-members.ts'
import { type EndpointName, ENDPOINTS } from './endpoints.ts'
import { OPENAPI_EXAMPLES } from './openapi-examples.ts'

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
  'date-time': '2026-01-31T10:15:00.000Z',
  date: '2034-12-31',
  email: 'ada@example.com',
  uri: 'https://gateway.example/',
}

/**
 * Creates an answer that keeps to the contract: the contract's own example, or else one from its schema, with
 * `null` and empty lists where they may be.
 *
 * @returns `null` for an endpoint that answers without a body.
 */
export function sampleAnswer(name: EndpointName): unknown {
  const { success, responses } = ENDPOINTS[name]
  const schema: z.ZodType | null | undefined = (responses as Record<number, z.ZodType | null>)[success]
  if (!schema) return null
  const answers = OPENAPI_EXAMPLES[name]?.answers
  if (answers) return structuredClone(answers['approved'] ?? Object.values(answers)[0])
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  return sampleOf(root, root)
}

function sampleOf(schema: JsonSchema, root: JsonSchema): unknown {
  if (schema.$ref !== undefined) return sampleOf(resolve(schema.$ref, root), root)
  if ('const' in schema) return schema.const
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.some(({ type }) => type === 'null') ? null : sampleOf(choices[0] ?? {}, root)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, root)))
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((member) => [member, sampleOf(schema.properties?.[member] ?? {}, root)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, root))
    case 'string':
      return (TEXTS[schema.format ?? ''] ?? 'sample').padEnd(schema.minLength ?? 0, 'x')
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0)
    case 'boolean':
      return false
    default:
      return null
  }
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  const name = reference.replace('#/$defs/', '')
  const schema = reference === '#' ? root : root.$defs?.[name]
  if (!schema) throw new Error(`The contract has no schema ${reference}`)
  return schema
}
