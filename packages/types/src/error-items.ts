import type * as z from 'zod'
import type { ErrorItem } from './contract.ts'
import { dropNulls } from './drop-nulls.ts'
import { requestedText } from './requested-text.ts'
import { holdsValue } from './holds-value.ts'
import { compareByMemberOrder } from './member-order.ts'
import { RawNumber } from './raw-number.ts'
import { enumProblem, isRecord, MESSAGES, type Problem, rangeMessage } from './schemas/rules.ts'
import { LIMITS, PROVIDER_REDIRECT_PREFIX } from './vocabulary/index.ts'

/** The result of validating a request: the parsed value, or all errors. */
export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: ErrorItem[] }

/**
 * Parses a request and reports all problems together, in the order of the schema.
 *
 * @param input - a parsed JSON body; numbers whose spelling matters arrive as {@link RawNumber}.
 * @param method - the verb of the request. A member that is null counts as absent, except in a PATCH, where it clears, and where
 *   the schema gives null a meaning.
 */
export function validateRequest<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  method?: string,
): Validation<z.output<Schema>> {
  const given = method === 'PATCH' ? input : dropNulls(input, membersTakingNull(schema))
  const parsed = schema.safeParse(holdsValue(given, isRawNumber) ? resolveRawNumbers(given) : given)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, errors: toErrorItems(parsed.error, given, schema) }
}

const takingNull = new WeakMap<z.ZodType, ReadonlySet<string>>()

/** Returns the members of a request for which null says something else than absence does. */
function membersTakingNull(schema: z.ZodType): ReadonlySet<string> {
  const known = takingNull.get(schema)
  if (known) return known
  const { shape = {} } = schema as { readonly shape?: Readonly<Record<string, z.ZodType>> }
  const found = new Set(Object.keys(shape).filter((name) => shape[name]?.safeParse(null).success))
  takingNull.set(schema, found)
  return found
}

/**
 * Builds the error items for the problems that zod found in `input`.
 *
 * @param schema - orders the items by its members; without it they keep zod's order.
 */
export function toErrorItems(error: z.ZodError, input: unknown, schema?: z.ZodType): ErrorItem[] {
  const found = error.issues.flatMap((issue) => describeIssue(issue, input))
  if (schema) found.sort(compareByMemberOrder(schema))

  const seen = new Set<string>()
  return found
    .map(({ path, message, params = [] }): ErrorItem => {
      // Names of unknown members come from outside and may be as long as the body.
      const property = path.length > 0 ? path.map(requestedText).join('.') : 'body'
      return { property, message, params: [property, ...params] }
    })
    .filter(({ property, message }) => {
      const isNew = !seen.has(`${property} ${message}`)
      seen.add(`${property} ${message}`)
      return isNew
    })
}

type LocatedProblem = Problem & { readonly path: readonly string[] }

function describeIssue(issue: z.core.$ZodIssue, input: unknown): LocatedProblem[] {
  const path = issue.path.map(String)
  const isObject = isRecord(input) && !(input instanceof RawNumber)
  if (path.length === 0 && !isObject) return [{ path, message: 'must be a JSON object' }]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: MESSAGES.notDocumented }))
  }
  const given = valueAt(input, issue.path)
  // Only a PATCH still has members that are null, and null is never valid as an element of an array.
  if (given === null && typeof issue.path.at(-1) === 'string') return [{ path, message: MESSAGES.required }]
  return [{ path, ...problemOf(issue, given) }]
}

function problemOf(issue: z.core.$ZodIssue, given: unknown): Problem {
  if (issue.code === 'custom' && Array.isArray(issue.params?.extra)) {
    return { message: issue.message, params: issue.params.extra as string[] }
  }
  if (given === undefined) return { message: MESSAGES.required }
  if (issue.message === MESSAGES.amount) return amountProblem(given)
  if (issue.message === MESSAGES.currency)
    return { message: MESSAGES.currency, params: [requestedText(given)] }
  if (issue.code === 'invalid_value') return enumProblem(issue.values.map(String), requestedText(given))
  if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
    const allowed = 'options' in issue ? (issue.options ?? []) : []
    return discriminatorProblem(allowed.map(String), given)
  }
  return { message: MESSAGES.format }
}

/** A number whose text is an integer is only too large; anything else is no integer. */
function amountProblem(given: unknown): Problem {
  if (given instanceof RawNumber && given.isInteger) {
    const [min, max] = [LIMITS.AMOUNT_MIN_MINOR, LIMITS.AMOUNT_MAX_MINOR]
    return { message: rangeMessage(min, max), params: [`${min}`, `${max}`, requestedText(given)] }
  }
  return { message: MESSAGES.amount, params: [requestedText(given)] }
}

function discriminatorProblem(allowed: readonly string[], given: unknown): Problem {
  // A redirect method we do not have is a method we do not have; a list of all types would not help.
  if (typeof given === 'string' && given.startsWith(PROVIDER_REDIRECT_PREFIX))
    return { message: MESSAGES.notSupported }
  return enumProblem(allowed, requestedText(given))
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key]
  }
  return value
}

function isRawNumber(value: unknown): boolean {
  return value instanceof RawNumber
}

/**
 * The depth of a request's own members. Deeper ones may be the merchant's metadata, which may call any number an
 * amount.
 */
const REQUEST_DEPTH_LEVELS = 1

/**
 * Only the amount of a request cares how a number was written; elsewhere `24.0` is the number 24. One that JavaScript
 * cannot hold becomes NaN, which no schema takes: an object in its place would pass where an object is wanted.
 */
function resolveRawNumbers(value: unknown, depth = 0, name?: string): unknown {
  if (value instanceof RawNumber) {
    const isAmount = name === 'amount' && depth === REQUEST_DEPTH_LEVELS
    return isAmount ? value : (value.toNumber() ?? Number.NaN)
  }
  if (depth >= LIMITS.JSON_DEPTH_MAX_LEVELS) return value
  if (Array.isArray(value)) return value.map((element) => resolveRawNumbers(element, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolveRawNumbers(member, depth + 1, key)]),
  )
}
