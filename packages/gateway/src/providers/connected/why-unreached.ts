import type { HttpResult } from '@sluice/connectors/kit'

import { describeFailure } from '../http/describe-failure.ts'

/** The reasons why a provider cannot be called. */
export interface Unreached {
  /** `refused`: it answered, and did not accept the key. */
  readonly kind: 'unreached' | 'refused'
  /** A sentence without secrets. */
  readonly reason: string
}

const REFUSALS: ReadonlySet<number> = new Set([401, 403])
const ERRORS_FROM = 500

/** Describes the result of a connector's harmless request; null if the provider accepts calls. */
export function whyUnreached(result: HttpResult, url: string): Unreached | null {
  const { host } = new URL(url)
  if (result.kind === 'failure') return { kind: 'unreached', reason: describeFailure(host, result.code) }
  const { status } = result
  if (REFUSALS.has(status))
    return { kind: 'refused', reason: `${host} rejected the key with status ${status}.` }
  return status >= ERRORS_FROM ? { kind: 'unreached', reason: `${host} answered ${status}.` } : null
}
