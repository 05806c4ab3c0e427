import { setTimeout as wait } from 'node:timers/promises'
import type { FailedRequest, FailedRequestQuery } from '@sluice/types'

import { EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { readNumber } from './read-options.ts'
import { writeError } from '../terminal.ts'

type Options = CommandCall['options']

/** The default length of the list, which a person can read at once. */
const LIST_DEFAULT = 20

/** The gateway stores failed requests every two seconds. */
const FOLLOW_INTERVAL_MS = 2_000

/** Processes write concurrently. A request may be stored this long after one that failed later. */
const OVERLAP_MS = 15_000

/** Prints the failed requests of the merchant, and follows them. */
export const run: RunCommand = ({ config, options }) => {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  return runWithClient(config, (admin) => logs(admin, options, stop.signal)).finally(() =>
    process.off('SIGINT', end).off('SIGTERM', end),
  )
}

async function logs(
  { client, print }: AdminClient,
  options: Options,
  signal: AbortSignal,
): Promise<ExitCode> {
  const query = readQuery(options)
  // With --follow, 0 omits earlier failures.
  const limit = readNumber(options, 'limit', 6) ?? LIST_DEFAULT
  const isForPrograms = options['json'] === true || options['ndjson'] === true
  const seen = new Set<string>()
  const show = (failed: FailedRequest) => {
    if (seen.has(failed.id)) return
    seen.add(failed.id)
    print(isForPrograms ? JSON.stringify(failed) : describe(failed))
  }

  const found: FailedRequest[] = []
  // The newest one is read in any case, because --follow continues there.
  for await (const failed of client.failedRequests.list(query)) {
    found.push(failed)
    if (found.length >= limit) break
  }
  for (const failed of found.slice(0, limit).reverse()) show(failed)
  if (options['follow'] !== true) {
    if (found.length === 0 && !isForPrograms) writeError('No request was rejected.\n')
    return EXIT.done
  }

  // Only the gateway's clock counts, because this machine's may differ. If nothing has failed yet, everything that
  // follows is new.
  const sinceMs = Date.parse(query.from ?? '') || 0
  let newestMs = Date.parse(found[0]?.created_at ?? '') || 0
  const readFresh = async () => {
    const from = new Date(Math.max(sinceMs, newestMs - OVERLAP_MS)).toISOString()
    const fresh: FailedRequest[] = []
    for await (const failed of client.failedRequests.list({ ...query, from, limit: 100 })) fresh.push(failed)
    return fresh.reverse()
  }
  // Failures before the start of the command are not new; those since the first list are.
  for (const { id, created_at } of await readFresh()) if (Date.parse(created_at) <= newestMs) seen.add(id)
  while (!signal.aborted) {
    await wait(FOLLOW_INTERVAL_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) break
    for (const failed of await readFresh()) {
      newestMs = Math.max(newestMs, Date.parse(failed.created_at))
      show(failed)
    }
  }
  return EXIT.done
}

function readQuery(options: Options): FailedRequestQuery {
  const { endpoint, payment, from } = options
  const status = readNumber(options, 'status', 6)
  return {
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
    ...(typeof payment === 'string' ? { transaction_id: payment } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...(status === undefined ? {} : { status }),
  }
}

function describe(failed: FailedRequest): string {
  const { created_at, status, endpoint, property, message, request_id, transaction_id } = failed
  const said = [property, message].filter((part) => part !== null).join(' ')
  const request = `request ${request_id}`
  const payment = transaction_id === null ? null : `payment ${transaction_id}`
  return [created_at, status, endpoint, said, request, payment]
    .filter((part) => part !== null && part !== '')
    .join('  ')
}
