import { createHmac } from 'node:crypto'

import type { StreamedEvent } from '@sluice/server-sdk'
import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import { type Forwarded, forwardEvent } from '../admin-client/actions/forward-event.ts'
import { requireLoopback } from '../admin-client/actions/require-loopback.ts'
import { createKeyedQueue } from '../admin-client/actions/keyed-queue.ts'
import { CommandRefusal, EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import { type AdminClient, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'
import { writeError } from '../terminal.ts'

type Options = CommandCall['options']

/**
 * The number of payments whose events are forwarded concurrently. A receiver on a developer's machine handles them
 * one by one anyway.
 */
const FORWARDED_AT_ONCE = 16

/** Follows the merchant's events, and forwards them to a receiver. */
export const run: RunCommand = ({ config, options }) => {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  return runWithClient(config, (admin) => listen(admin, options, stop)).finally(() =>
    process.off('SIGINT', end).off('SIGTERM', end),
  )
}

async function listen(admin: AdminClient, options: Options, stop: AbortController): Promise<ExitCode> {
  const url = readTarget(options)
  const limit = readLimit(options)
  const after = typeof options['after'] === 'string' ? options['after'] : undefined
  const secret = listenSecret(admin.credentials.clientSecret)
  if (url !== null) printLine(`Events go to ${url.href}, signed with ${secret}`)
  const queue = createKeyedQueue(FORWARDED_AT_ONCE)
  const open: string[] = []
  const done = new Set<string>()
  let isGood = true
  let count = 0
  /** All events up to this one are done. */
  let cursor = after

  const forward = async (event: StreamedEvent) => {
    const forwarded = url === null ? null : await forwardEvent(event, { url, secret })
    if (forwarded !== null && !isTaken(forwarded)) isGood = false
    admin.print(isForPrograms(options) ? toJson(event, forwarded) : describe(event, forwarded))
    done.add(event.id)
    while (open[0] !== undefined && done.delete(open[0])) cursor = open.shift()
  }

  const events = admin.client.events.listen({
    after,
    signal: stop.signal,
    onState: (state) =>
      void (state === 'interrupted' && !stop.signal.aborted && printLine('Connection lost; reconnecting.')),
  })
  if (limit !== 0)
    for await (const event of events) {
      open.push(event.id)
      // Events of one payment are forwarded in order.
      await queue.add(event.event.payload.order_id, () => forward(event))
      count += 1
      if (count === limit) break
    }
  await queue.finish()
  // With this position, the same command continues where this one ended.
  if (stop.signal.aborted && cursor !== undefined) printLine(`--after ${cursor}`)
  return isGood ? EXIT.done : EXIT.refused
}

function printLine(line: string): void {
  writeError(`${line}\n`)
}

/** @throws {CommandRefusal} for an address of another machine, unless that is meant. */
function readTarget(options: Options): URL | null {
  const { 'forward-to': to, 'allow-remote': allowRemote } = options
  if (typeof to !== 'string') return null
  if (allowRemote === true && URL.parse(to)?.protocol === 'https:') return new URL(to)
  try {
    return requireLoopback(to)
  } catch (error) {
    const how =
      allowRemote === true
        ? ' Other machines require https://.'
        : ' To forward to another machine, set --allow-remote.'
    throw new CommandRefusal((error as Error).message + how, EXIT.misused)
  }
}

/** Returns the limit; Infinity if there is none. */
function readLimit({ limit }: Options): number {
  if (typeof limit !== 'string') return Number.POSITIVE_INFINITY
  if (!/^[0-9]{1,9}$/.test(limit)) throw new CommandRefusal('--limit must be a whole number.', EXIT.misused)
  return Number(limit)
}

function isForPrograms(options: Options): boolean {
  return options['ndjson'] === true || options['json'] === true
}

function isTaken({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status < 300
}

function toJson({ id, event }: StreamedEvent, forwarded: Forwarded | null): string {
  const answer = forwarded && {
    status: forwarded.status,
    error: forwarded.error,
    duration_ms: forwarded.durationMs,
  }
  return JSON.stringify({ id, ...event, ...(answer && { forwarded: answer }) })
}

function describe({ id, event: { event, payload } }: StreamedEvent, forwarded: Forwarded | null): string {
  const { reference, amount, currency } = payload
  const shown = isCurrency(currency) ? fromMinorUnits(amount, currency) : String(amount)
  const answer = forwarded === null ? '' : `  ${describeAnswer(forwarded)}`
  return `${id}  ${event.split(':').slice(-2).join(' ')}  ${reference}  ${shown} ${currency}${answer}`
}

function describeAnswer({ status, error, durationMs }: Forwarded): string {
  return status === null ? `no answer (${error})` : `answered ${status} in ${durationMs} ms`
}

/**
 * Derives the secret that signs forwarded events. It is the same for the same client on every machine, and for the
 * same login, so that a receiver is configured once. The client's secret cannot be derived from it.
 */
function listenSecret(clientSecret: string): string {
  return `whsec_${createHmac('sha256', clientSecret).update('sluice-gateway listen').digest('base64')}`
}
