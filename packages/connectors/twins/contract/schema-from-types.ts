import ts from 'typescript'

import type { DeclaredType, DeclaredTypes, Scope } from './declared-types.ts'

export type JsonSchema = { readonly [key: string]: unknown } | boolean

/** The encoding of values: JSON, or the texts of a form, in which numbers and booleans are spelled out. */
export type Encoding = 'json' | 'form'

export interface SchemaOptions {
  readonly types: DeclaredTypes
  readonly encoding: Encoding
  /**
   * The objects that an answer may contain, by the name of their type. In place of any other, only an id is valid,
   * because a twin expands nothing else, and every object of a provider reaches every other.
   */
  readonly expandable: ReadonlySet<string>
}

export interface NamedType {
  readonly file: string
  readonly type: string
  /** The type arguments of a list. */
  readonly of?: NamedType
}

/** Maps the names in a generic type to their arguments. */
type Bound = ReadonlyMap<string, JsonSchema>

const NEVER: JsonSchema = false

/** The scalars of TypeScript in JSON and in a form. */
const SCALARS: Readonly<Record<Encoding, Readonly<Partial<Record<ts.SyntaxKind, JsonSchema>>>>> = {
  json: {
    [ts.SyntaxKind.StringKeyword]: { type: 'string' },
    [ts.SyntaxKind.NumberKeyword]: { type: 'number' },
    [ts.SyntaxKind.BooleanKeyword]: { type: 'boolean' },
    [ts.SyntaxKind.NullKeyword]: { const: null },
  },
  form: {
    [ts.SyntaxKind.StringKeyword]: { type: 'string' },
    [ts.SyntaxKind.NumberKeyword]: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
    [ts.SyntaxKind.BooleanKeyword]: { enum: ['true', 'false'] },
    [ts.SyntaxKind.NullKeyword]: { const: '' },
  },
}

/** Translates types to JSON Schema; each interface becomes one definition, and no other member is valid in it. */
export function schemaFromTypes(roots: readonly NamedType[], options: SchemaOptions) {
  const { types, encoding, expandable } = options
  const definitions: Record<string, JsonSchema> = {}

  function refer(found: DeclaredType, args: readonly JsonSchema[], suffix: string): JsonSchema {
    const bound: Bound = new Map(
      (found.node.typeParameters ?? []).map((one, at) => [one.name.text, args[at] ?? true]),
    )
    if (ts.isTypeAliasDeclaration(found.node)) return translate(found.node.type, found.scope, bound)
    if (isResource(found.node) && !expandable.has(found.name)) return NEVER
    const name = `${found.name}${suffix}`
    if (!(name in definitions)) {
      definitions[name] = true
      definitions[name] = objectOf(membersOf(found, bound))
    }
    return { $ref: `#/definitions/${name}` }
  }

  function membersOf(found: DeclaredType, bound: Bound): Map<string, [JsonSchema, boolean]> {
    const node = found.node as ts.InterfaceDeclaration
    const members = new Map<string, [JsonSchema, boolean]>()
    for (const clause of node.heritageClauses ?? [])
      for (const base of clause.types) {
        const parent = types.ofName(entityOf(base.expression), found.scope)
        if (!parent) throw new Error(`${found.name} extends a type that is not found`)
        for (const [name, member] of membersOf(parent, bound)) members.set(name, member)
      }
    for (const [name, member] of membersIn(node.members, found.scope, bound)) members.set(name, member)
    return members
  }

  function membersIn(nodes: ts.NodeArray<ts.TypeElement>, scope: Scope, bound: Bound) {
    return nodes.map((member): [string, [JsonSchema, boolean]] => {
      if (ts.isIndexSignatureDeclaration(member)) return ['*', [translate(member.type, scope, bound), true]]
      if (!ts.isPropertySignature(member) || !member.type) throw new Error('a member that is no property')
      const name = ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : ''
      return [name, [translate(member.type, scope, bound), member.questionToken !== undefined]]
    })
  }

  function translate(node: ts.TypeNode, scope: Scope, bound: Bound): JsonSchema {
    const scalar = SCALARS[encoding][node.kind]
    if (scalar !== undefined) return scalar
    if (ts.isUnionTypeNode(node)) return unionOf(node.types.map((one) => translate(one, scope, bound)))
    if (ts.isArrayTypeNode(node)) return { type: 'array', items: translate(node.elementType, scope, bound) }
    if (ts.isLiteralTypeNode(node)) return literalOf(node.literal, encoding)
    if (ts.isTypeLiteralNode(node)) return objectOf(new Map(membersIn(node.members, scope, bound)))
    if (ts.isTypeReferenceNode(node)) return translateReference(node, scope, bound)
    if (node.kind === ts.SyntaxKind.VoidKeyword || node.kind === ts.SyntaxKind.NeverKeyword) return NEVER
    if (node.kind === ts.SyntaxKind.UnknownKeyword || node.kind === ts.SyntaxKind.AnyKeyword) return true
    throw new Error(`no translation for ${ts.SyntaxKind[node.kind]}`)
  }

  function translateReference(node: ts.TypeReferenceNode, scope: Scope, bound: Bound): JsonSchema {
    const name = ts.isIdentifier(node.typeName) ? node.typeName.text : ''
    const args = (node.typeArguments ?? []).map((one) => translate(one, scope, bound))
    const special = BUILT_IN[name]
    if (special) return special(args, definitions)
    const parameter = bound.get(name)
    if (parameter !== undefined) return parameter
    const found = types.ofName(node.typeName, scope)
    if (!found) throw new Error(`the type ${spell(node.typeName)} is not declared`)
    return refer(found, args, args.length > 0 ? `<${args.map(shortName).join()}>` : '')
  }

  const schemas = roots.map((root) => referNamed(root))
  function referNamed({ file, type, of }: NamedType): JsonSchema {
    const args = of ? [referNamed(of)] : []
    return refer(types.ofFile(file, type), args, of ? `<${args.map(shortName).join()}>` : '')
  }
  return { schemas, definitions }
}

/**
 * The types that TypeScript itself declares, and the one with which Stripe opens its enums, which would make every
 * text valid.
 */
const BUILT_IN: Readonly<
  Record<string, (args: readonly JsonSchema[], definitions: Record<string, JsonSchema>) => JsonSchema>
> = {
  OtherString: () => NEVER,
  Decimal: () => ({ type: 'string' }),
  Array: ([items = true]) => ({ type: 'array', items }),
  Partial: ([of = true], definitions) => {
    const whole = definitions[shortName(of)]
    if (typeof whole !== 'object') return true
    return { ...whole, required: [] }
  },
}

function objectOf(members: ReadonlyMap<string, readonly [JsonSchema, boolean]>): JsonSchema {
  const named = [...members].filter(([name]) => name !== '*')
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(([name, [schema]]) => [name, schema])),
    required: named.filter(([, [, isOptional]]) => !isOptional).map(([name]) => name),
    additionalProperties: members.get('*')?.[0] ?? false,
  }
}

/** Lists all texts in one enum, whose errors are clearer than those of a choice of constants. */
function unionOf(schemas: readonly JsonSchema[]): JsonSchema {
  const words = schemas.flatMap((one) => wordsOf(one) ?? [])
  const others = schemas.filter((one) => one !== NEVER && wordsOf(one) === null)
  const all = [...(words.length > 0 ? [{ enum: [...new Set(words)] }] : []), ...others]
  return all.length === 0 ? NEVER : all.length === 1 ? (all[0] ?? NEVER) : { anyOf: all }
}

function wordsOf(schema: JsonSchema): unknown[] | null {
  if (typeof schema !== 'object') return null
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : null
}

function literalOf(literal: ts.LiteralTypeNode['literal'], encoding: Encoding): JsonSchema {
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { const: encoding === 'form' ? '' : null }
  if (ts.isStringLiteral(literal)) return { const: literal.text }
  const value = literal.kind === ts.SyntaxKind.TrueKeyword
  if (value || literal.kind === ts.SyntaxKind.FalseKeyword)
    return { const: encoding === 'form' ? String(value) : value }
  if (ts.isNumericLiteral(literal))
    return { const: encoding === 'form' ? literal.text : Number(literal.text) }
  throw new Error(`no translation for ${ts.SyntaxKind[literal.kind]}`)
}

/** An object with an id and a kind, which an answer contains as an id or expanded. */
function isResource(node: ts.InterfaceDeclaration): boolean {
  const has = (name: string) =>
    node.members.some((one) => one.name && ts.isIdentifier(one.name) && one.name.text === name)
  return has('id') && has('object')
}

function shortName(schema: JsonSchema): string {
  const ref = typeof schema === 'object' ? schema['$ref'] : undefined
  return typeof ref === 'string' ? ref.replace('#/definitions/', '') : ''
}

function entityOf(expression: ts.Expression): ts.EntityName {
  if (ts.isIdentifier(expression)) return expression
  if (ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.name))
    return ts.factory.createQualifiedName(entityOf(expression.expression), expression.name)
  throw new Error('a base that is no name')
}

function spell(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : `${spell(name.left)}.${name.right.text}`
}
