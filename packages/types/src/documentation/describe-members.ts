import { MEMBER_DESCRIPTIONS } from './member-descriptions.ts'

/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  readonly id?: string
  readonly title?: string
  readonly description?: string
  /** The section of `docs/protocol` that describes the schema: the name of a page, and the anchor of a heading. */
  readonly clause?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
}

/** Returns the meaning of a member: the description in this schema, or else that of its name. */
export function describeMember(path: string, name: string): string | undefined {
  return MEMBER_DESCRIPTIONS[`${path}.${name}`] ?? MEMBER_DESCRIPTIONS[name]
}

/**
 * Adds a description to every member of a schema.
 *
 * @param path - where the schema is: the name of its type, then members, such as `ClientSession.session`.
 * @returns a copy; members that the contract describes nowhere stay without, and a test reports them.
 */
export function describeMembers(schema: JsonSchema, path: string): JsonSchema {
  const describeEach = (schemas: readonly JsonSchema[] | undefined) =>
    schemas?.map((part) => describeMembers(part, path))
  return {
    ...schema,
    ...(schema.properties && { properties: describeProperties(schema.properties, path) }),
    ...(schema.items && { items: describeMembers(schema.items, path) }),
    ...(schema.anyOf && { anyOf: describeEach(schema.anyOf) }),
    ...(schema.oneOf && { oneOf: describeEach(schema.oneOf) }),
    ...(schema.allOf && { allOf: describeEach(schema.allOf) }),
    ...(schema.$defs && {
      $defs: Object.fromEntries(
        Object.entries(schema.$defs).map(([name, definition]) => [name, describeMembers(definition, name)]),
      ),
    }),
  } as JsonSchema
}

function describeProperties(properties: Readonly<Record<string, JsonSchema>>, path: string) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const description = member.description ?? describeMember(path, name)
      return [
        name,
        { ...describeMembers(member, `${path}.${name}`), ...(description !== undefined && { description }) },
      ]
    }),
  )
}
