import type { FastifyRequest } from 'fastify'

import { readJson } from '@sluice/platform/http/raw-json'
import { malformedBodyRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

/**
 * The members of a body, none of which is unknown.
 *
 * @throws {RequestRefusal} 400 for a value that is not an object, 422 for an unknown member.
 */
export function readMembers(
  request: Pick<FastifyRequest, 'rawBody'>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const reading = readJson(request.rawBody ?? new Uint8Array())
  if (!reading.ok || typeof reading.value !== 'object' || reading.value === null) throw malformedBodyRefusal()
  const unknown = Object.keys(reading.value).filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw validationRefusal(
      unknown.map((property) => ({ property, message: 'is not allowed', params: [property] })),
    )
  return reading.value as Readonly<Record<string, unknown>>
}

/** Empty for a value that is not a text, which is refused like an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
