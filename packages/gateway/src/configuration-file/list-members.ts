/** A member of the configuration file, as the documentation lists it. */
export interface FileMember {
  /** `merchants[].terminals[].status` */
  readonly path: string
  /** As it would be written; null when there is none. */
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
  /** `#/$defs/…`: what several places say alike. */
  readonly $ref?: string
  readonly $defs?: Definitions
}

type Definitions = Readonly<Record<string, Node>>

/** Every member that a JSON Schema describes, in its order. */
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

/** The type without null, of both ways to write a nullable one. */
function unfold(node: Node, definitions: Definitions): Node {
  const named = node.$ref === undefined ? node : (definitions[node.$ref.replace('#/$defs/', '')] ?? node)
  return named.anyOf?.find((option) => option.properties) ?? named
}

/** Nothing, an empty list and no members are not worth saying. */
function writeDefault(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length === 0 || value.length > 2 ? null : value.join(', ')
  return typeof value === 'object' ? null : String(value)
}
