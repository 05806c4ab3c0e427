import { LIMITS } from '@sluice/types/vocabulary'
import type { Timers } from '@sluice/platform/kernel/timers'

import { createClaimLanes } from './claim-lanes.ts'
import { createDeliveryAttempts } from './delivery-attempts.ts'
import { createEndpointSlots } from './endpoint-slots.ts'
import type { SendPorts, SendReport } from './send-delivery.ts'

export interface DispatcherPorts extends SendPorts {
  readonly timers: Timers
  /** Called for every delivery that was sent, dropped or postponed. */
  readonly onSent?: (report: SendReport) => void
  readonly onError: (error: unknown) => void
  readonly limits?: Partial<DispatcherLimits>
}

export interface DispatcherLimits {
  /** The time limit for one attempt, in milliseconds. */
  readonly deadlineMs: number
  /** Deliveries to one subscription at once. */
  readonly perEndpoint: number
  /** Deliveries at once. */
  readonly total: number
  /** The interval at which deliveries without a hint are looked up, in milliseconds. */
  readonly pollMs: number
  /** How long a stop waits for running attempts, in milliseconds. */
  readonly stopMs: number
}

/** Sends deliveries when they are due. */
export interface Dispatcher {
  /** Runs until it is stopped. */
  start(): void
  /** Reports that the merchant may have something due, or that any may. */
  wake(merchantId?: string): void
  /**
   * Attempts everything that is due, of one merchant or of all, and waits for the attempts, but no longer than
   * one may take. Returns how many ended in the meantime.
   */
  runDue(merchantId?: string): Promise<number>
  /** Stops claiming, waits briefly for running attempts, and releases the rest. */
  stop(): Promise<void>
}

const DEFAULT_LIMITS: DispatcherLimits = {
  deadlineMs: LIMITS.WEBHOOK_TIMEOUT_SECONDS * 1000,
  perEndpoint: 10,
  total: 500,
  // Hints get lost with their process or connection; five seconds late is then soon enough.
  pollMs: 5_000,
  stopMs: 3_000,
}

/** Beyond the deadline: the commit of the result must come within the lease. */
const LEASE_MARGIN_MS = 10_000
/**
 * While many deliveries fail, something is always due, and each query covers every merchant. A delay of half a second
 * is acceptable.
 */
const NAP_MIN_MS = 500
/** The pause while the database does not answer. */
const OUTAGE_NAP_MS = 1_000
/** How long storing the results of awaited attempts may take after their deadline. */
const RUN_DUE_MARGIN_MS = 1_000

/**
 * Creates a dispatcher. It has no queue of its own: due deliveries are in the database, and several dispatchers may
 * share it. In memory, it only knows which subscriptions to query.
 *
 * @decision 0028
 */
export function createDispatcher(ports: DispatcherPorts): Dispatcher {
  const { queue, clock, realTime, timers, onError } = ports
  const limits = { ...DEFAULT_LIMITS, ...ports.limits }
  const slots = createEndpointSlots(limits, realTime)
  const watchers = new Set<(merchantId: string) => void>()
  const woken = new Set<string>()
  const stopping = new AbortController()
  const nap = { untilMs: Infinity, end: new AbortController() }
  let allWoken = false
  let pumping: Promise<void> | null = null
  let runsAgain = false
  let goingOn: Promise<void> = Promise.resolve()

  const attempts = createDeliveryAttempts({
    ...ports,
    slots,
    deadlineMs: limits.deadlineMs,
    stopping: stopping.signal,
    isAwaited: () => watchers.size > 0,
    onSent(report) {
      if (report.nextAtMs !== null) wakeUpAt(report.nextAtMs)
      ports.onSent?.(report)
    },
    onEnded(merchantId) {
      for (const watch of watchers) watch(merchantId)
      fill()
    },
    onRested: () => fill(),
  })
  const lanes = createClaimLanes({
    slots,
    claim: (merchantId, inputs) =>
      queue.claim(merchantId, inputs, { nowMs: clock.now(), leaseMs: limits.deadlineMs + LEASE_MARGIN_MS }),
    launch: attempts.launch,
    onClaimed: () => (woken.size > 0 ? void pump() : fill()),
    onError,
  })

  const fill = (): void => {
    if (!stopping.signal.aborted) lanes.claimReady()
  }

  /** Processes the hints; a call during a run triggers another run. */
  const pump = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    runsAgain = true
    pumping ??= runRounds()
    await pumping
  }
  const runRounds = async (): Promise<void> => {
    try {
      while (runsAgain && !stopping.signal.aborted) {
        runsAgain = false
        await look()
        fill()
      }
    } catch (error) {
      // The database is probably down; the next poll returns to it.
      onError(error)
    } finally {
      pumping = null
    }
  }

  /** Finds out which subscriptions the hints were about. */
  const look = async (): Promise<void> => {
    // Deliveries that a running claim may take are looked up after it has ended.
    const merchantIds = allWoken ? null : [...woken].filter((merchantId) => !lanes.isClaiming(merchantId))
    if (merchantIds?.length === 0) return
    allWoken = false
    if (merchantIds === null) woken.clear()
    else for (const merchantId of merchantIds) woken.delete(merchantId)
    lanes.add(await queue.listReady(clock.now(), merchantIds))
  }

  /** Waits until all that is due, and has a slot, is being sent. */
  const settle = async (isMeant: (merchantId: string) => boolean): Promise<void> => {
    for (let claims = lanes.settled(isMeant); pumping || claims; claims = lanes.settled(isMeant)) {
      await pumping
      await claims
    }
  }

  const wake = (merchantId?: string): void => {
    if (merchantId === undefined) allWoken = true
    else woken.add(merchantId)
    void pump()
  }

  /** Wakes the loop when something becomes due before its next poll. */
  const wakeUpAt = (atMs: number): void => {
    if (atMs >= nap.untilMs) return
    nap.untilMs = atMs
    nap.end.abort()
  }

  const claimReady = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      allWoken = true
      await pump()
      const nowMs = clock.now()
      const nextAtMs = await queue.findNextDue(nowMs).catch(() => nowMs + OUTAGE_NAP_MS)
      nap.untilMs = Math.min(nowMs + limits.pollMs, nextAtMs ?? Infinity)
      do {
        nap.end = new AbortController()
        const napMs = Math.max(NAP_MIN_MS, nap.untilMs - clock.now())
        await timers.sleep(napMs, AbortSignal.any([nap.end.signal, stopping.signal]))
      } while (nap.end.signal.aborted)
    }
  }

  return {
    start() {
      goingOn = claimReady()
    },
    wake,
    async runDue(merchantId) {
      let finished = 0
      const isMeant = (id: string): boolean => merchantId === undefined || id === merchantId
      const watch = (id: string): void => {
        if (isMeant(id)) finished += 1
      }
      const over = new AbortController()
      const patience = timers.sleep(limits.deadlineMs + RUN_DUE_MARGIN_MS, over.signal).then(() => 'over')
      watchers.add(watch)
      await attempts.endRests()
      wake(merchantId)
      for (;;) {
        await settle(isMeant)
        const meant = attempts.list(isMeant)
        if (meant.length === 0 || (await Promise.race([...meant, patience])) === 'over') break
        // Deliveries that had no free slot are tried now.
      }
      over.abort()
      watchers.delete(watch)
      return finished
    },
    async stop() {
      stopping.abort()
      await goingOn
      await settle(() => true)
      const waited = new AbortController()
      const patience = timers.sleep(limits.stopMs, waited.signal)
      await Promise.race([Promise.all(attempts.list(() => true)), patience])
      waited.abort()
      attempts.giveUp()
      await Promise.all(attempts.list(() => true))
    },
  }
}
