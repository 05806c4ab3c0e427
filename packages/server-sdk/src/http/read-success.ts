import { ContractError } from '../errors/contract-error.ts'
import type { GatewayErrorDetails } from '../errors/gateway-error.ts'
import { readJsonObject } from './read-json.ts'

/** What is needed of a schema library's result. */
interface AnswerSchema {
  safeParse(value: unknown): {
    readonly success: boolean
    readonly error?: { readonly issues: readonly Issue[] } | undefined
  }
}

interface Issue {
  readonly code: string
  readonly path: readonly PropertyKey[]
}

/** The places an answer's message may name; more would only be noise. */
const PLACES_IN_MESSAGE = 5

/**
 * Reads the body of a success, leniently: a gateway may be younger than this package.
 *
 * - Unknown members stay, and unknown codes (a new status, a new currency) pass.
 * - A missing member counts as `null` where the contract allows `null`, and missing `params` of an error item as none.
 * - A member that is missing otherwise, or has another type, breaks the contract.
 *
 * @throws When the body is not a JSON object or breaks the contract. {@link ContractError}
 */
export function readSuccess(text: string, schema: AnswerSchema, details: GatewayErrorDetails): unknown {
  const body = readJsonObject(text)
  if (!body) throw new ContractError({ ...details, what: 'the body is not a JSON object' })

  let broken = findBroken(schema, body)
  if (broken.length > 0) {
    for (const { path } of broken) fillMissing(body, path)
    broken = findBroken(schema, body)
  }
  if (broken.length === 0) return body

  const places = broken
    .slice(0, PLACES_IN_MESSAGE)
    .map(({ path }) => path.map(String).join('.') || 'the body')
  throw new ContractError({ ...details, what: `${places.join(', ')} missing or of another type` })
}

/** Issues about which text was sent: a code that is younger than this package. */
const ABOUT_CODES: readonly string[] = ['invalid_value', 'invalid_format', 'invalid_union']

/** Issues about rules for requests that an answer repeats, as a session repeats its customer. */
const ABOUT_RULES: readonly string[] = ['unrecognized_keys', 'custom']

function findBroken(schema: AnswerSchema, body: unknown): readonly Issue[] {
  const issues = schema.safeParse(body).error?.issues ?? []
  return issues.filter(({ code, path }) => {
    const value = valueAt(body, path)
    if (ABOUT_CODES.includes(code)) return typeof value !== 'string'
    return value === undefined || !ABOUT_RULES.includes(code)
  })
}

function fillMissing(body: unknown, path: readonly PropertyKey[]): void {
  const parent = valueAt(body, path.slice(0, -1))
  const name = path.at(-1)
  if (typeof parent !== 'object' || parent === null || name === undefined || name === '__proto__') return
  if (Reflect.get(parent, name) === undefined) Reflect.set(parent, name, name === 'params' ? [] : null)
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    body,
  )
}
