import type { SeededRandom } from '../../packages/gateway/test/seeded-random.ts'
import { drawHostile, drawText } from './hostile-values.ts'

/** The part of JSON Schema from which requests are drawn. */
export interface RequestSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, RequestSchema>>
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly RequestSchema[]
  readonly oneOf?: readonly RequestSchema[]
  readonly allOf?: readonly RequestSchema[]
  readonly type?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, RequestSchema>>
  readonly items?: RequestSchema
}

/** Texts that match patterns more often than random ones. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  uuid: ['019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11'],
  'date-time': ['2026-01-31T10:15:00.000Z', '2026-01-31T10:15:00+25:00'],
  date: ['2034-12-31', '0000-00-00'],
  email: ['ada@example.com', 'a@b'],
  uri: ['https://shop.example/x', 'http://127.0.0.1:1/', 'ftp://x'],
}

/** Words that some members accept. */
const WORDS = ['EUR', 'DE', 'PURCHASE', 'REFUND', 'card', 'x', '1', 'Y', 'order-1', 'T00000000001'] as const

/** Larger than the largest array of a request. */
const ITEMS_MAX = 4
/** The depth of a recursive schema. */
const DEPTH_MAX = 8

/** Draws a value that matches a schema, at the edges of its limits. Occasionally, one member does not match. */
export function drawJson(root: RequestSchema, random: SeededRandom): unknown {
  return draw(root, 0)

  function draw(schema: RequestSchema, depth: number): unknown {
    if (depth > DEPTH_MAX || random.whole(60) === 0) return drawHostile(random)
    if (schema.$ref !== undefined) return draw(resolve(schema.$ref), depth + 1)
    if ('const' in schema) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return draw(random.pick(choices), depth + 1)
    if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => draw(part, depth + 1)))
    if (schema.examples && random.whole(2) === 0) return random.pick(schema.examples)
    switch (schema.type) {
      case 'object':
        return drawMembers(schema, depth)
      case 'array':
        return Array.from({ length: random.whole(ITEMS_MAX) }, () => draw(schema.items ?? {}, depth + 1))
      case 'string':
        return drawString(schema)
      case 'integer':
      case 'number':
        return random.pick([schema.minimum ?? 0, schema.maximum ?? 1_000, 100, (schema.minimum ?? 0) - 1])
      case 'boolean':
        return random.whole(2) === 0
      case 'null':
        return null
      default:
        return drawHostile(random)
    }
  }

  function drawMembers({ properties = {}, required = [] }: RequestSchema, depth: number): unknown {
    const members = Object.entries(properties).filter(
      ([name]) => random.whole(20) > 0 && (required.includes(name) || random.whole(2) === 0),
    )
    return Object.fromEntries(members.map(([name, member]) => [name, draw(member, depth + 1)]))
  }

  function drawString({ format = '', minLength = 0, maxLength = 64 }: RequestSchema): string {
    const forms = FORMS[format]
    if (forms) return random.pick(forms)
    switch (random.whole(4)) {
      case 0:
        return drawText(random)
      case 1:
        return 'x'.repeat(random.pick([minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1)]))
      default:
        return random.pick(WORDS)
    }
  }

  function resolve(reference: string): RequestSchema {
    return reference === '#' ? root : (root.$defs?.[reference.replace('#/$defs/', '')] ?? {})
  }
}
