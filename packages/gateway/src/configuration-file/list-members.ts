/** A member of the configuration file in the documentation. */
export interface FileMember {
  /** The path, such as `merchants[].terminals[].status`. */
  readonly path: string
  /** The default as it would be written; null if there is none. */
  readonly default: string | null
  readonly isRequired: boolean
  readonly description: string
}

interface Node {
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly additionalProperties?: unknown
  /** The definitions that several places share: `#/$defs/…`. */
  readonly $ref?: string
  readonly $defs?: Definitions
}

type Definitions = Readonly<Record<string, Node>>

/** Lists every member that a JSON Schema describes, in its order. */
export function listMembers(schema: unknown): FileMember[] {
  const root = schema as Node
  return listBelow(root, '', root.$defs ?? {})
}

function listBelow(parent: Node, prefix: string, definitions: Definitions): FileMember[] {
  const node = unfold(parent, definitions)
  return Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const inner = unfold(member, definitions)
    const path = prefix + name
    const [nested, below] = inner.items ? [inner.items, `${path}[].`] : [inner, `${path}.`]
    return [
      {
        path,
        default: writeDefault(member.default),
        isRequired: node.required?.includes(name) ?? false,
        description: member.description ?? '',
      },
      ...listBelow(nested, below, definitions),
    ]
  })
}

/** Returns the type without null, for both forms of a nullable one. */
function unfold(node: Node, definitions: Definitions): Node {
  const named = node.$ref === undefined ? node : (definitions[node.$ref.replace('#/$defs/', '')] ?? node)
  return named.anyOf?.find((option) => option.properties) ?? named
}

/** A missing value, an empty list and an empty object are not shown as defaults. */
function writeDefault(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length === 0 || value.length > 2 ? null : value.join(', ')
  return typeof value === 'object' ? null : String(value)
}
