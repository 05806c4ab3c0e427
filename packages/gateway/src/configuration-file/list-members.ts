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
}

/** Every member that a JSON Schema describes, in its order. */
export function listMembers(schema: unknown, prefix = ''): FileMember[] {
  const node = unfold(schema as Node)
  return Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
    const inner = unfold(member)
    const path = prefix + name
    const nested = inner.items ? [inner.items, `${path}[].`] : [inner, `${path}.`]
    return [
      {
        path,
        default: writeDefault(member.default),
        isRequired: node.required?.includes(name) ?? false,
        description: member.description ?? '',
      },
      ...listMembers(nested[0], String(nested[1])),
    ]
  })
}

/** What it is when it is not null. */
function unfold(node: Node): Node {
  return node.anyOf?.find((option) => option.properties) ?? node
}

/** Nothing, an empty list and no members are not worth saying. */
function writeDefault(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length === 0 || value.length > 2 ? null : value.join(', ')
  return typeof value === 'object' ? null : String(value)
}
