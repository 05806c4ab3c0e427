import type { Clock } from '@sluice/platform/kernel/clock'
import { fetchPublicAnswer } from '@sluice/platform/http/fetch-public'

import { freshForMs } from './fresh-for.ts'
import type { FetchedRoots } from './keep-roots.ts'

/** The time limit is short because a shopper is waiting. */
const DEADLINE_MS = 5_000
/** The maximum size; the file has a handful of keys of 200 bytes. */
const MAX_BYTES = 65_536

/** Fetches the wallet's root keys. @throws With the reason. {@link FetchRefusal} */
export async function fetchRoots(
  url: string,
  options: { readonly clock: Clock; readonly mayBeLocal: boolean; readonly ports: readonly number[] },
): Promise<FetchedRoots> {
  const { clock, mayBeLocal, ports } = options
  const limits = { maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS }
  const { body, headers } = await fetchPublicAnswer(url, { ...limits, mayBeLocal, ports })
  return { text: body.toString('utf8'), freshForMs: freshForMs(headers, clock.now()) }
}
