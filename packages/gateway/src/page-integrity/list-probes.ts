import type { OriginName } from '@sluice/platform/http/origins'

import type { Sameness } from './compare-answers.ts'

/** One address that browsers load from, and how its answer is compared. */
export interface Probe {
  readonly origin: OriginName
  /** Path and query. */
  readonly path: string
  readonly sameness: Sameness
}

/** A key that no merchant has: the answers that refuse it are pages, too. */
const UNKNOWN_KEY = `ck_live_${'0'.repeat(32)}`

/** Of the form of a session id, and of no session. */
const UNKNOWN_SESSION = 'A'.repeat(43)

/**
 * Everything that browsers get of a payment without one being made, and the payment page where one is open.
 *
 * @param release - of the browser library.
 * @param clientKeys - each merchant's frames have their own `frame-ancestors`.
 * @param page - path of an open payment page; null for none.
 */
export function listProbes({
  release,
  clientKeys,
  page,
}: {
  readonly release: string
  readonly clientKeys: readonly string[]
  readonly page: string | null
}): readonly Probe[] {
  const exact = (origin: OriginName, path: string): Probe => ({ origin, path, sameness: 'exact' })
  return [
    exact('base', '/embedded-fields/sri.json'),
    exact('base', '/embedded-fields/scripts.json'),
    exact('base', '/embedded-fields.js'),
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
