import type { Clock } from '@sluice/platform/kernel/clock'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { findRequestedSandbox } from './find-sandbox.ts'
import type { SandboxStore } from './sandbox.store.ts'

export interface ClockPorts {
  readonly sandboxes: SandboxStore
  /** The real clock. */
  readonly clock: Clock
  /** Makes the change, then runs jobs until none is due. Returns how much they did. */
  readonly runJobs: (change: () => Promise<void>) => Promise<number>
  /** Attempts every due webhook of the merchant, and returns their number. */
  readonly deliverDue: (merchantId: string) => Promise<number>
}

/** Serves the clocks of sandboxes, in the test environment only. @see docs/protocol/sandboxes.md#test-clock @decision 0018 */
export function registerClock(
  server: HttpServer,
  { sandboxes, clock, runJobs, deliverDue }: ClockPorts,
): void {
  registerEndpoint(server, 'readClock', async ({ headers, caller }) => {
    const sandbox = await findRequestedSandbox(sandboxes, caller, headers)
    return { status: 200, body: toReading(sandbox.clockOffsetMs, 0) }
  })

  registerEndpoint(server, 'advanceClock', async ({ headers, body, caller }) => {
    const { sandboxId } = await findRequestedSandbox(sandboxes, caller, headers)
    const done = await runJobs(async () => {
      const moved = await sandboxes.advance(sandboxId, body.advance_seconds * 1000)
      if (moved === null) throw notFoundRefusal()
    })
    const sandbox = await sandboxes.find(sandboxId)
    if (sandbox === null) throw notFoundRefusal()
    const delivered = await deliverDue(sandbox.merchantId)
    return { status: 200, body: toReading(sandbox.clockOffsetMs, done + delivered) }
  })

  function toReading(offsetMs: number, due: number) {
    return { now: new Date(clock.now() + offsetMs).toISOString(), due }
  }
}
