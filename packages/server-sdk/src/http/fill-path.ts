import type { CallDescription } from '../errors/gateway-error.ts'
import { ValidationError } from '../errors/validation-error.ts'

/** Values of the parameters in a path, by name. */
export type PathParams = Readonly<Record<string, string>>

/**
 * Fills the braces of a path template, percent-encoding every parameter. Ids come from browsers too: an empty one, or one
 * that climbs, would make the path another endpoint's.
 *
 * @throws When a parameter is missing or unusable; nothing is sent. {@link ValidationError}
 */
export function fillPath(template: string, params: PathParams | undefined, call: CallDescription): string {
  const given: Readonly<Record<string, unknown>> = params ?? {}
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const problems = names
    .filter((name) => !isUsable(given[name]))
    .map((property) => ({ property, message: 'has an invalid format', params: [property] }))
  if (problems.length > 0) throw new ValidationError({ call, foundBy: 'sdk', problems })
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
}

function isUsable(value: unknown): boolean {
  // A lone surrogate cannot be percent-encoded.
  return typeof value === 'string' && !['', '.', '..'].includes(value) && !/\p{Cs}/u.test(value)
}
