import * as z from 'zod'
import { describeMembers, type JsonSchema } from './describe-members.ts'

/** Returns a schema, or the reference to it when it has a name. */
export function describeSchema(schema: z.ZodType): JsonSchema {
  const id = schema.meta()?.id
  return id === undefined ? toDescribedJson(schema) : { $ref: `#/$defs/${id}` }
}

function toDescribedJson(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  return describeMembers(json, schema.meta()?.id ?? 'parameters')
}

/**
 * Returns every named schema among the exports of the contract, and those that they refer to, with each member
 * described.
 *
 * @param exported - the contract's module.
 */
export function describeSchemas(
  exported: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  for (const schema of Object.values(exported)) {
    if (!(schema instanceof z.ZodType)) continue
    const id = schema.meta()?.id
    const { $defs = {}, ...root } = toDescribedJson(schema)
    if (id !== undefined && root.$ref === undefined) found.set(id, root)
    for (const [name, definition] of Object.entries($defs)) found.set(name, definition)
  }
  return found
}
