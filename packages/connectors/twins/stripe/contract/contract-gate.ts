import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

import type { Form } from '../http/form.ts'
import { type Route, ROUTES } from '../api/routes.ts'
import { type Compilable, type StripeSchemas, keyOf, readStripeSchemas } from './stripe-schemas.ts'

/** A violation of the provider's own types. */
export interface Breach {
  readonly of: 'request' | 'answer' | 'event' | 'error'
  /** The route, or the type of event. */
  readonly what: string
  readonly errors: readonly ErrorObject[]
}

export interface ContractReport {
  readonly stripe: string
  readonly apiVersion: string
  readonly sha256: string
  readonly checked: Readonly<Record<'requests' | 'answers' | 'events' | 'errors', number>>
  readonly breaches: readonly Breach[]
}

/** Checks all messages against the types of the package, and counts them. */
export interface ContractGate {
  readonly request: (route: Route, params: Form) => readonly ErrorObject[]
  readonly answer: (route: Route, body: object) => void
  readonly error: (route: string, error: object) => void
  readonly event: (type: string, event: object) => void
  readonly report: () => ContractReport
}

/** Translates the types once per process, because it takes a second. */
let known: { readonly schemas: StripeSchemas; readonly find: Finder } | undefined

export function createContractGate(): ContractGate {
  known ??= prepare()
  const { schemas, find } = known
  const checked = { requests: 0, answers: 0, events: 0, errors: 0 }
  const breaches: Breach[] = []

  function hold(of: Breach['of'], what: string, validate: ValidateFunction, value: unknown) {
    const errors = validate(value) ? [] : [...(validate.errors ?? [])]
    if (errors.length > 0) breaches.push({ of, what, errors })
    return errors
  }

  return {
    request(route, params) {
      checked.requests += 1
      return hold('request', nameOf(route), find('params', keyOf(route.params)), params)
    },
    answer(route, body) {
      checked.answers += 1
      hold('answer', nameOf(route), find('answers', keyOf(route.answer)), body)
    },
    error(what, error) {
      checked.errors += 1
      hold('error', what, find('error', ''), error)
    },
    event(type, event) {
      checked.events += 1
      hold('event', type, find('events', type), event)
    },
    report: () => ({
      stripe: schemas.version,
      apiVersion: schemas.apiVersion,
      sha256: schemas.sha256,
      checked: { ...checked },
      breaches: [...breaches],
    }),
  }
}

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`
}

type Group = 'params' | 'answers' | 'events' | 'error'
type Finder = (group: Group, key: string) => ValidateFunction

/** Compiles everything at once, because a first answer that waited for it would be late. */
function prepare(): { schemas: StripeSchemas; find: Finder } {
  const schemas = readStripeSchemas()
  const ajv = new Ajv({ allErrors: true, strict: true, validateFormats: false })
  addDefinitions(ajv, 'params', schemas.params)
  addDefinitions(ajv, 'answers', schemas.answers)
  const compiled = new Map<string, ValidateFunction>()
  const compile = (group: Group, key: string) =>
    compiled.set(`${group} ${key}`, ajv.compile({ $ref: refOf(schemas, group, key) }))
  for (const { params, answer } of ROUTES) {
    compile('params', keyOf(params))
    compile('answers', keyOf(answer))
  }
  for (const type of Object.keys(schemas.events)) compile('events', type)
  compile('error', '')
  const find: Finder = (group, key) => {
    const validate = compiled.get(`${group} ${key}`)
    if (!validate) throw new Error(`The contract has no ${group} ${key}`)
    return validate
  }
  return { schemas, find }
}

function addDefinitions(ajv: Ajv, id: string, { definitions }: Compilable): void {
  ajv.addSchema({ $id: id, definitions }, id)
}

/** Returns a pointer to the schema of a type, in the document with its definitions. */
function refOf(schemas: StripeSchemas, group: Group, key: string): string {
  const schema =
    group === 'events' ? schemas.events[key] : group === 'error' ? schemas.error : schemas[group].byType[key]
  if (typeof schema !== 'object' || typeof schema['$ref'] !== 'string')
    throw new Error(`The contract has no ${group} ${key}`)
  return `${group === 'params' ? 'params' : 'answers'}${schema['$ref']}`
}
