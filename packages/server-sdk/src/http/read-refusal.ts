import type { ExistingOrder } from '@sluice/types'
import type { GatewayErrorDetails } from '../errors/gateway-error.ts'
import { hintByRule } from './hint-at-problems.ts'
import { ValidationError, type ValidationProblem } from '../errors/validation-error.ts'

/** A JSON object, or nothing. */
export type Body = Readonly<Record<string, unknown>> | undefined

/**
 * Reads `{status: "INVALID", errors}`, by which the specification refuses a request without saying with which HTTP status.
 * A transaction that is INVALID has the same two members and an `id`.
 *
 * @returns `undefined` when the body is no such refusal.
 */
export function readRefusal(body: Body, details: GatewayErrorDetails): ValidationError | undefined {
  const { id = null, status, errors } = body ?? {}
  if (status !== 'INVALID' || !Array.isArray(errors) || id !== null) return undefined
  return readValidationError(body, details)
}

/** Reads either body of a refused request. */
export function readValidationError(body: Body, details: GatewayErrorDetails): ValidationError {
  return new ValidationError({
    ...details,
    foundBy: 'gateway',
    problems: readProblems(body),
    processingCode: readWords(body?.['processing_code']),
    existing: readExisting(body?.['existing']),
  })
}

/** Undefined where a gateway does not say what has a reference. */
function readExisting(value: unknown): ExistingOrder | undefined {
  const { kind, status } = (value ?? {}) as Partial<ExistingOrder>
  return typeof kind === 'string' && typeof status === 'string' ? (value as ExistingOrder) : undefined
}

/**
 * Reads the `errors` of a refusal, which both shapes of the contract have. Items without `params` are tolerated,
 * other oddities are skipped.
 */
export function readProblems(body: Body): ValidationProblem[] {
  const items: unknown = body?.['errors']
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown): ValidationProblem[] => {
    if (typeof item !== 'object' || item === null) return []
    const { property, message, params } = item as Record<string, unknown>
    if (typeof property !== 'string' || typeof message !== 'string') return []
    const problem = { property, message, params: Array.isArray(params) ? params.map(String) : [] }
    const hint = hintByRule(problem)
    return [hint === undefined ? problem : { ...problem, hint }]
  })
}

/** Longer texts are no reasons but pages, and do not belong in a message. */
const WORDS_MAX_CHARS = 200

export function readWords(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= WORDS_MAX_CHARS ? value : undefined
}
