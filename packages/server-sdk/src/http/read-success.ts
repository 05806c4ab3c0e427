import { isFinalStatus } from '@sluice/types/vocabulary'

import { ContractError } from '../errors/contract-error.ts'
import type { GatewayErrorDetails } from '../errors/gateway-error.ts'
import { decides } from './deciding-members.ts'
import { readJsonObject } from './read-json.ts'

/** The part of a schema library that this module uses. */
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

export interface SuccessReading {
  readonly schema: AnswerSchema
  readonly details: GatewayErrorDetails
  /** Dotted paths of the members that must be valid; all members by default. */
  readonly deciding?: readonly string[] | undefined
  /** Called with the dotted paths of members that differ from the contract and decide nothing. */
  readonly onDeviation?: (members: readonly string[]) => void
}

/** The places an answer's message may name; more would only be noise. */
const PLACES_IN_MESSAGE = 5

/**
 * Reads the body of a success, leniently: the gateway may be newer than this package, or another deployment.
 *
 * - Unknown members stay, and unknown codes (a new status, a new currency) pass.
 * - `approved` and `pending` are read from `status` where they are missing or no booleans.
 * - A missing member counts as `null` where the contract allows `null`, and a missing list of errors or params as empty.
 * - A member that decides nothing and is missing otherwise, or has another type, is passed on as it is and reported.
 * - A member that decides must be there and of its type.
 *
 * @throws When the body is not a JSON object, or a member that decides is missing or of the wrong type. {@link ContractError}
 */
export function readSuccess(text: string, reading: SuccessReading): unknown {
  const { schema, details, deciding, onDeviation } = reading
  const body = readJsonObject(text)
  if (!body) throw new ContractError({ ...details, answer: text, what: 'the body is not a JSON object' })

  const found = findBroken(schema, body)
  if (found.length === 0) return body
  const derived = found.filter(({ path }) => deriveFromStatus(body, path))
  for (const { path } of found) fillMissing(body, path)
  const broken = findBroken(schema, body)
  const fatal = broken.filter(({ path }) => decides(deciding, path))
  if (fatal.length === 0) {
    const deviations = [...derived, ...broken]
    if (deviations.length > 0) onDeviation?.(deviations.map(describePath))
    return body
  }
  const places = fatal.slice(0, PLACES_IN_MESSAGE).map(describePath)
  throw new ContractError({
    ...details,
    answer: text,
    what: `${places.join(', ')} missing or of the wrong type`,
  })
}

function describePath({ path }: Issue): string {
  return path.map(String).join('.') || 'the body'
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

/**
 * Derives these members from the status. A status that is newer than this package is not final here, so the client
 * keeps waiting.
 */
const BOOLEANS_OF_STATUS = new Map<PropertyKey, (status: string) => boolean>([
  ['approved', (status) => status === 'APPROVED'],
  ['pending', (status) => !isFinalStatus(status)],
])

/** Sets a broken boolean as the status has it, so that no approved or open payment reads as declined. */
function deriveFromStatus(body: unknown, path: readonly PropertyKey[]): boolean {
  const [name = '', transaction] = [path.at(-1), valueAt(body, path.slice(0, -1))]
  const says = BOOLEANS_OF_STATUS.get(name)
  const status = valueAt(transaction, ['status'])
  if (says === undefined || typeof status !== 'string' || typeof transaction !== 'object') return false
  return transaction !== null && Reflect.set(transaction, name, says(status))
}

function fillMissing(body: unknown, path: readonly PropertyKey[]): void {
  const parent = valueAt(body, path.slice(0, -1))
  const name = path.at(-1)
  if (typeof parent !== 'object' || parent === null || name === undefined || name === '__proto__') return
  const isList = LISTS.includes(name)
  const isMissing = Reflect.get(parent, name) === undefined
  if (isMissing || (isList && Reflect.get(parent, name) === null))
    Reflect.set(parent, name, isList ? [] : null)
}

/** Lists that mean nothing if they are empty, so that an absent or `null` one reads as an empty one. */
const LISTS: readonly PropertyKey[] = ['errors', 'params']

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    body,
  )
}
