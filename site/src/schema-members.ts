/** The members of a JSON Schema that the pages read. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export type Schemas = Readonly<Record<string, Schema>>

export interface SchemaMember {
  /** The path, with a dot for each level, and `[]` after lists. */
  readonly path: string
  readonly type: string
  /** True if every form of the schema requires it. */
  readonly isRequired: boolean
  readonly description: string
}

/** Deeper levels are in the description of their parent and in `openapi.json`. */
const MAX_DEPTH = 3

/** Every member of a schema, each once; of one with several forms the members of all. */
export function listSchemaMembers(schema: Schema, schemas: Schemas): readonly SchemaMember[] {
  return [...walk(schema, schemas, '', 0).values()]
}

/** Describes a type in a word or two: `string`, `integer`, `one of …`. */
export function describeType(schema: Schema, schemas: Schemas = {}): string {
  const own = resolve(schema, schemas)
  if (own.const !== undefined) return `\`${JSON.stringify(own.const).replaceAll('"', '')}\``
  if (own.enum) {
    const shown = own.enum.slice(0, SHOWN_VALUES).map((value) => `\`${String(value)}\``)
    return shown.join(', ') + (own.enum.length > SHOWN_VALUES ? ', …' : '')
  }
  if (own.items) return `list of ${describeType(own.items, schemas)}`
  const forms = formsOf(own)
  if (forms.length > 1) return [...new Set(forms.map((form) => describeType(form, schemas)))].join(' or ')
  return [own.type ?? 'object'].flat().join(' or ')
}

const SHOWN_VALUES = 6

type Members = ReadonlyMap<string, SchemaMember>

function walk(schema: Schema, schemas: Schemas, prefix: string, depth: number): Members {
  const own = resolve(schema, schemas)
  if (own.items) return depth < MAX_DEPTH ? walk(own.items, schemas, `${prefix}[]`, depth) : new Map()
  const direct = Object.entries(own.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const below = depth + 1 < MAX_DEPTH ? walk(member, schemas, path, depth + 1) : new Map<string, never>()
    return [
      {
        path,
        type: describeType(member, schemas),
        isRequired: own.required?.includes(name) ?? false,
        description: member.description ?? resolve(member, schemas).description ?? '',
      },
      ...below.values(),
    ]
  })
  const forms = formsOf(own).map((form) => walk(form, schemas, prefix, depth))
  return merge(new Map(direct.map((member) => [member.path, member])), forms)
}

/**
 * Merges the members of the forms: those that every form requires are required; the schema itself takes precedence over
 * its forms.
 */
function merge(direct: Members, forms: readonly Members[]): Members {
  const merged = new Map(direct)
  for (const member of forms.flatMap((form) => [...form.values()])) {
    const { path } = member
    const isRequired =
      (direct.get(path)?.isRequired ?? false) || forms.every((form) => form.get(path)?.isRequired)
    merged.set(path, { ...member, ...merged.get(path), isRequired })
  }
  return merged
}

function formsOf({ oneOf, anyOf, allOf }: Schema): readonly Schema[] {
  return oneOf ?? anyOf ?? allOf ?? []
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...own } = schema
  return { ...schemas[$ref.replace('#/components/schemas/', '')], ...own }
}
