import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'

import { CONTRACT_SOURCE, type OpenApiDocument, readDocument } from './kept-documents.ts'

/** A violation of Adyen's own schema. */
export interface Breach {
  readonly of: 'request' | 'answer' | 'event'
  /** The path, or the event's code. */
  readonly what: string
  readonly errors: readonly ErrorObject[]
}

/** The number of checked messages, and their breaches. */
export interface ContractReport {
  readonly source: string
  readonly checked: Readonly<Record<'requests' | 'answers' | 'events', number>>
  readonly breaches: readonly Breach[]
}

/** Checks all messages against Adyen's schemas, and counts them. */
export interface ContractGate {
  /** @param path - as the document writes it: `/payments/{paymentPspReference}/captures`. */
  readonly request: (path: string, body: unknown) => readonly ErrorObject[]
  readonly answer: (path: string, status: number, body: unknown) => void
  readonly event: (eventCode: string, body: unknown) => void
  readonly report: () => ContractReport
}

/** Compiles the schemas once per process, because it takes a second. */
const shared: { validators?: Validators } = {}

/** Creates a gate with counters of its own. */
export function createContractGate(): ContractGate {
  const validators = (shared.validators ??= prepare())
  const checked = { requests: 0, answers: 0, events: 0 }
  const breaches: Breach[] = []
  const hold = (of: Breach['of'], what: string, validate: ValidateFunction, value: unknown) => {
    const errors = validate(value) ? [] : [...(validate.errors ?? [])]
    if (errors.length > 0) breaches.push({ of, what, errors })
    return errors
  }
  return {
    request(path, body) {
      checked.requests += 1
      return hold('request', path, validators.request(path), body)
    },
    answer(path, status, body) {
      checked.answers += 1
      hold('answer', `${path} ${String(status)}`, validators.answer(path, status), body)
    },
    event(eventCode, body) {
      checked.events += 1
      hold('event', eventCode, validators.event(eventCode), body)
    },
    report: () => ({ source: CONTRACT_SOURCE, checked: { ...checked }, breaches: [...breaches] }),
  }
}

interface Validators {
  readonly request: (path: string) => ValidateFunction
  readonly answer: (path: string, status: number) => ValidateFunction
  readonly event: (eventCode: string) => ValidateFunction
}

function prepare(): Validators {
  const checkout = readDocument('CheckoutService-v72')
  const webhooks = readDocument('Webhooks-v1')
  // The documents have keywords that JSON Schema lacks: examples, discriminators, names of versions.
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'checkout', ...schemasOf(checkout) }, 'checkout')
  ajv.addSchema({ $id: 'webhooks', ...schemasOf(webhooks) }, 'webhooks')
  const compiled = new Map<string, ValidateFunction>()
  const find = (document: 'checkout' | 'webhooks', ref: string | undefined, what: string) => {
    if (ref === undefined) throw new Error(`The contract has no ${what}`)
    const id = `${document}${ref}`
    const validate = compiled.get(id) ?? ajv.compile({ $ref: id })
    compiled.set(id, validate)
    return validate
  }
  return {
    request: (path) => {
      const post = checkout.paths?.[path]?.post
      return find('checkout', post?.requestBody?.content?.['application/json']?.schema.$ref, path)
    },
    answer: (path, status) => {
      const responses = checkout.paths?.[path]?.post?.responses
      const schema = responses?.[String(status)]?.content?.['application/json']?.schema
      return find('checkout', schema?.$ref, `${path} ${String(status)}`)
    },
    event: (eventCode) => {
      const post = webhooks.webhooks?.[`/${eventCode}`]?.post
      return find('webhooks', post?.requestBody?.content?.['application/json']?.schema.$ref, eventCode)
    },
  }
}

function schemasOf({ components }: OpenApiDocument) {
  return { components: { schemas: components.schemas } }
}
