import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { readDeclaredTypes } from '../../contract/declared-types.ts'
import { type JsonSchema, type NamedType, schemaFromTypes } from '../../contract/schema-from-types.ts'
import { type PackageType, ROUTES } from '../api/routes.ts'
import { EVENT_TYPES } from '../events/event-types.ts'

/** Objects that the twin expands in an answer or an event. Everything else is named by its id. */
const EXPANDABLE: ReadonlySet<string> = new Set([
  'PaymentIntent',
  'Charge',
  'Refund',
  'Dispute',
  'PaymentMethod',
  'Customer',
  'SetupIntent',
  'BalanceTransaction',
  'CustomerCashBalanceTransaction',
])

export interface StripeSchemas {
  readonly version: string
  readonly apiVersion: string
  /** A hash of all schemas, by which two readers know that they use the same. */
  readonly sha256: string
  readonly params: Compilable
  readonly answers: Compilable
  readonly events: Readonly<Record<string, JsonSchema>>
  readonly error: JsonSchema
}

export interface Compilable {
  readonly definitions: Readonly<Record<string, JsonSchema>>
  /** The schemas by {@link keyOf}. */
  readonly byType: Readonly<Record<string, JsonSchema>>
}

/** Returns the key of a schema. */
export function keyOf({ file, type, as }: PackageType): string {
  return `${file}#${type}${as ?? ''}`
}

/** Translates the types of the installed package without additions. */
export function readStripeSchemas(): StripeSchemas {
  const main = createRequire(import.meta.url).resolve('stripe')
  const root = join(dirname(main), '../esm')
  const { version } = JSON.parse(readFileSync(join(root, '../package.json'), 'utf8')) as { version: string }
  const apiVersion = /ApiVersion: "([^"]+)"|ApiVersion = '([^']+)'/.exec(
    readFileSync(join(root, 'apiVersion.js'), 'utf8'),
  )
  const types = readDeclaredTypes(root)
  const shared = { types, expandable: EXPANDABLE }
  const params = compile(
    ROUTES.map((route) => route.params),
    (roots) => schemaFromTypes(roots, { ...shared, encoding: 'form' }),
  )
  const answers = compile(
    [...ROUTES.map((route) => route.answer), ...Object.values(EVENT_TYPES).map(eventOf), ERROR],
    (roots) => schemaFromTypes(roots, { ...shared, encoding: 'json' }),
  )
  const at = (type: PackageType) => answers.byType[keyOf(type)] ?? false
  return {
    version,
    apiVersion: apiVersion?.[1] ?? apiVersion?.[2] ?? '',
    sha256: createHash('sha256')
      .update(JSON.stringify([params, answers]))
      .digest('hex'),
    params,
    answers,
    events: Object.fromEntries(Object.entries(EVENT_TYPES).map(([name, type]) => [name, at(eventOf(type))])),
    error: at(ERROR),
  }
}

/** An error in an answer has the members and codes of the error that an intent stores. */
const ERROR: PackageType = { file: 'resources/PaymentIntents.d.ts', type: 'PaymentIntent.LastPaymentError' }

function eventOf(type: string): PackageType {
  return { file: 'resources/Events.d.ts', type }
}

function compile(
  found: readonly PackageType[],
  translate: (roots: readonly NamedType[]) => {
    schemas: JsonSchema[]
    definitions: Record<string, JsonSchema>
  },
): Compilable {
  const { schemas, definitions } = translate(found.map(rootOf))
  return {
    definitions,
    byType: Object.fromEntries(found.map((type, at) => [keyOf(type), schemas[at] ?? false])),
  }
}

function rootOf({ file, type, as }: PackageType): NamedType {
  return as ? { file: 'lib.d.ts', type: as, of: { file, type } } : { file, type }
}
