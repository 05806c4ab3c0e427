import type { ErrorItem } from '@sluice/types'

/** The version of the contract. @see docs/protocol/errors-and-limits.md#versioning */
export const API_VERSION = '1.0.0'

const MAJOR = '1'

// Long enough to recognise a mistake.
const GIVEN_MAX_CHARS = 20

/** Validates the request header `API-Version`: our major version, alone or followed by the rest, or no header. */
export function checkApiVersion(asked: string | undefined): readonly ErrorItem[] {
  if (asked === undefined || /^1(?:\.\d{1,5}){0,2}$/.test(asked)) return []
  const params = ['API-Version', MAJOR, asked.slice(0, GIVEN_MAX_CHARS)]
  return [{ property: 'API-Version', message: `must be one of ${MAJOR}`, params }]
}
