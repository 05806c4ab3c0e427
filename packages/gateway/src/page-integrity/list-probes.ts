import type { Environment } from '@sluice/platform/http/http-config'
import type { OriginName } from '@sluice/platform/http/origins'

import type { Sameness } from './compare-answers.ts'

/** An address that browsers load, and how its response is compared. */
export interface Probe {
  readonly origin: OriginName
  /** The path and query. */
  readonly path: string
  readonly sameness: Sameness
}

/** A key that no merchant has, because the responses that refuse it are pages, too. */
const UNKNOWN_KEY = `ck_live_${'0'.repeat(32)}`

/** Has the form of a session id, but belongs to no session. */
const UNKNOWN_SESSION = 'A'.repeat(43)

/**
 * Lists everything that browsers load for a payment without making one, and the payment page if one is open.
 *
 * @param environment - of the service: only the test environment checks the colors of a page for its developer.
 * @param release - the release of the browser library.
 * @param clientKeys - the client keys, because each merchant's frames have their own `frame-ancestors`.
 * @param page - the path of an open payment page; null for none.
 */
export function listProbes({
  environment,
  release,
  clientKeys,
  page,
}: {
  readonly environment: Environment
  readonly release: string
  readonly clientKeys: readonly string[]
  readonly page: string | null
}): readonly Probe[] {
  const exact = (origin: OriginName, path: string): Probe => ({ origin, path, sameness: 'exact' })
  return [
    exact('base', '/embedded-fields/sri.json'),
    exact('base', '/embedded-fields/scripts.json'),
    exact('base', '/embedded-fields.js'),
    exact('base', '/embedded-fields/installments.js'),
    ...(environment === 'test' ? [exact('base', '/embedded-fields/low-contrast.js')] : []),
    exact('base', '/embedded-fields.v1.js'),
    exact('base', `/embedded-fields/${release}/embedded-fields.js`),
    exact('base', `/embedded-fields/${release}/sri.json`),
    ...[...clientKeys, UNKNOWN_KEY].flatMap((key) => [
      exact('base', `/embedded-fields/card-frame/${key}`),
      exact('base', `/embedded-fields/find/methods-frame/${key}`),
      exact('methods', `/embedded-fields/methods-frame/${key}`),
      exact('methods', `/three-ds/frame/${key}`),
    ]),
    exact('base', `/three-ds/challenge/${UNKNOWN_KEY}/${UNKNOWN_SESSION}`),
    { origin: 'base', path: `/hpp/payment/${UNKNOWN_KEY}/${UNKNOWN_SESSION}`, sameness: 'rendered' },
    ...(page === null ? [] : [{ origin: 'base', path: page, sameness: 'rendered' } as const]),
  ]
}
