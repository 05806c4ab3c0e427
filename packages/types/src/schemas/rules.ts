import * as z from 'zod'

/**
 * A problem that one of the gateway's rules found. `params` are what the error item lists after the property's name.
 * Rules report through zod so that all problems of a request come out of one parse.
 */
export interface Problem {
  readonly message: string
  readonly params?: readonly string[]
  /** The path of members below the validated value. */
  readonly path?: readonly string[]
}

/**
 * Builds a check that reports {@link Problem}s and, unlike a refinement, also runs if a sibling is invalid, so that a
 * response lists all problems of a request. It may therefore receive values that the schema has already rejected.
 */
export function rule(validate: (value: unknown) => readonly Problem[]): z.core.$ZodCheck<unknown> {
  const check: z.core.$ZodCheck<unknown> = new z.core.$ZodCheck({ check: 'custom', when: () => true })
  check._zod.check = (payload) => {
    for (const { message, params = [], path = [] } of validate(payload.value)) {
      payload.issues.push({
        code: 'custom',
        input: payload.value,
        message,
        params: { extra: [...params] },
        path: [...path],
        continue: true,
      })
    }
  }
  return check
}

/** Builds a {@link rule} for strings; other values were already refused. */
export function textRule(validate: (text: string) => readonly Problem[]): z.core.$ZodCheck<unknown> {
  return rule((value) => (typeof value === 'string' ? validate(value) : []))
}

/** Builds a {@link rule} across the members of an object; other values were already refused. */
export function membersRule(
  validate: (members: Readonly<Record<string, unknown>>) => readonly Problem[],
): z.core.$ZodCheck<unknown> {
  return rule((value) => (isRecord(value) ? validate(value) : []))
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const MESSAGES = {
  required: 'is required',
  format: 'has an invalid format',
  amount: 'must be an integer in minor units',
  currency: 'is not a supported currency',
  notDocumented: 'is not a documented field',
  notSupported: 'is not supported',
  phone: 'is not a possible phone number',
} as const

/** Reports `length must be at least/at most N`, for anything that is counted. */
export function lengthProblems(length: number, min: number, max: number): Problem[] {
  if (length < min) return [{ message: `length must be at least ${min}`, params: [`${min}`, `${length}`] }]
  if (length > max) return [{ message: `length must be at most ${max}`, params: [`${max}`, `${length}`] }]
  return []
}

/** Reports `must be between A and B`. */
export function rangeProblems(given: number, min: number, max: number): Problem[] {
  if (given >= min && given <= max) return []
  return [{ message: rangeMessage(min, max), params: [`${min}`, `${max}`, `${given}`] }]
}

export function rangeMessage(min: number, max: number): string {
  return `must be between ${min} and ${max}`
}

/** Reports `must be one of A, B`. */
export function enumProblem(allowed: readonly string[], given: string): Problem {
  return { message: `must be one of ${allowed.join(', ')}`, params: [allowed.join(','), given] }
}

/** A character that takes two places of a JavaScript string. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g

/** Returns the length in Unicode code points: an emoji counts once, as people count it. */
export function codePoints(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0)
}
