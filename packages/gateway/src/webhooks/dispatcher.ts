import { LIMITS } from '@sluice/types/vocabulary'

import type { Timers } from '../kernel/timers.ts'
import type { ClaimedDelivery, Endpoint, SubscriptionKey } from './delivery.ts'
import { createEndpointSlots, type Manners, type Slot } from './endpoint-slots.ts'
import { sendDelivery, type SendPorts, type SendReport } from './send-delivery.ts'

export interface DispatcherPorts extends SendPorts {
  readonly timers: Timers
  /** Told of every delivery that was sent, dropped or put off. */
  readonly onSent?: (report: SendReport) => void
  readonly onError: (error: unknown) => void
  readonly limits?: Partial<DispatcherLimits>
}

export interface DispatcherLimits {
  /** For one attempt, milliseconds. */
  readonly deadlineMs: number
  /** Deliveries to one subscription at once. */
  readonly perEndpoint: number
  /** Deliveries at once. */
  readonly total: number
  /** How often deliveries are looked for that came without a hint, milliseconds. */
  readonly pollMs: number
  /** How long a stop waits for attempts that are under way, milliseconds. */
  readonly stopMs: number
}

/** Sends deliveries when they are due. */
export interface Dispatcher {
  /** Goes on by itself until stopped. */
  start(): void
  /** Says that the merchant may have something due, or that any may. */
  wake(merchantId?: string): void
  /**
   * Makes an attempt at everything that is due, of one merchant or of all, and waits for the attempts, but no longer than
   * one may take. Gives how many ended meanwhile.
   */
  runDue(merchantId?: string): Promise<number>
  /** Takes nothing more, waits a moment for what is under way, and gives the rest back. */
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
/** An endpoint that answers within it is swift. */
const SWIFT_MS = 2_000
/** An endpoint that fails at once would otherwise be tried as fast as it fails. */
const FAILURE_REST_MS = 500
/** Below that a nap would only be a busy loop. */
const NAP_MIN_MS = 100
/** While the database does not answer. */
const OUTAGE_NAP_MS = 1_000
/** Beyond the deadline of the attempts that are waited for: the time to write down what came of them. */
const RUN_DUE_MARGIN_MS = 1_000

/**
 * Makes a dispatcher. It has no queue of its own: what is due stands in the database, and several dispatchers may share
 * it. In memory it has only which subscriptions are worth a look.
 *
 * @decision 0028
 */
export function createDispatcher(ports: DispatcherPorts): Dispatcher {
  const { queue, clock, realTime, timers, onSent, onError } = ports
  const limits = { ...DEFAULT_LIMITS, ...ports.limits }
  const slots = createEndpointSlots(limits)
  /** Subscriptions with something due, in the order of their turns. */
  const ready = new Map<string, SubscriptionKey>()
  /** Attempts under way, and whose they are. */
  const running = new Map<Promise<void>, string>()
  const watchers = new Set<(merchantId: string) => void>()
  const woken = new Set<string>()
  const stopping = new AbortController()
  const givingUp = new AbortController()
  const rest = { of: new Set<Promise<void>>(), over: new AbortController() }
  const nap = { untilMs: Infinity, end: new AbortController() }
  let allWoken = false
  let pumping: Promise<void> | null = null
  let goesOnceMore = false
  let goingOn: Promise<void> = Promise.resolve()

  /** Fills free slots; a call while it runs makes it go round once more. */
  const pump = (): Promise<void> => {
    goesOnceMore = true
    pumping ??= goRound()
    return pumping
  }
  const goRound = async (): Promise<void> => {
    try {
      while (goesOnceMore && !stopping.signal.aborted) {
        goesOnceMore = false
        await look()
        await fillReady()
      }
    } catch (error) {
      // The database is away, most likely; the next poll comes back to it.
      onError(error)
    } finally {
      pumping = null
    }
  }

  /**
   * Those first that answer at once. When a hint comes it may be for one of them: of the others one gets its turn, and the
   * rest when the hint was looked at.
   */
  const fillReady = async (): Promise<void> => {
    const isSwift = ([name]: readonly [string, SubscriptionKey]) => slots.isSwift(name)
    const all = [...ready]
    for (const [name, subscription] of all.filter(isSwift)) await fill(name, subscription)
    for (const [name, subscription] of all.filter((one) => !isSwift(one))) {
      const wasServed = await fill(name, subscription)
      if (wasServed && goesOnceMore) return
    }
  }

  /** Finds out which subscriptions the hints were about. */
  const look = async (): Promise<void> => {
    if (!allWoken && woken.size === 0) return
    const merchantIds = allWoken ? null : [...woken]
    allWoken = false
    woken.clear()
    const found = await queue.listReady({ nowMs: clock.now(), realNowMs: realTime.now() }, merchantIds)
    for (const subscription of found) ready.set(nameOf(subscription), subscription)
  }

  /**
   * Takes as much of one subscription as it has free slots; its next turn is after all others.
   *
   * @returns whether it had any.
   */
  const fill = async (name: string, subscription: SubscriptionKey): Promise<boolean> => {
    const free = slots.countFree(name)
    // A handful at once costs the database as little as one.
    const isTooFew = free * 2 < limits.perEndpoint && slots.countTaken(name) > free
    if (free === 0 || isTooFew || stopping.signal.aborted) return false
    ready.delete(name)
    const realNowMs = realTime.now()
    const claimed = await queue.claim(subscription, {
      nowMs: clock.now(),
      realNowMs,
      leaseUntilMs: realNowMs + limits.deadlineMs + LEASE_MARGIN_MS,
      limit: free,
    })
    if (claimed.length === 0) return true
    const endpoint = await queue.findEndpoint(subscription).catch((error: unknown) => {
      // Its secret cannot be opened, say. No other subscription waits for that; these come back when their leases end.
      onError(error)
      return 'unreadable' as const
    })
    if (endpoint === 'unreadable') return true
    if (endpoint === null || !endpoint.isActive) {
      await queue.release(claimed)
      await queue.cancelOpen(subscription)
      return true
    }
    if (claimed.length === free) ready.set(name, subscription)
    for (const delivery of claimed) launch(delivery, endpoint, slots.take(name))
    return true
  }

  const launch = (delivery: ClaimedDelivery, endpoint: Endpoint, slot: Slot): void => {
    const { merchantId } = delivery
    const send = async (): Promise<void> => {
      let manners: Manners = 'failing'
      try {
        const options = { deadlineMs: limits.deadlineMs, signal: givingUp.signal }
        const report = await sendDelivery(delivery, endpoint, ports, options)
        manners = mannersOf(report)
        if (report.nextAtMs !== null) wakeUpAt(report.nextAtMs)
        onSent?.(report)
      } catch (error) {
        // Its lease ends, and then it is sent again.
        onError(error)
      } finally {
        giveBack(slot, manners)
      }
    }
    const sending = send().then(() => {
      running.delete(sending)
      for (const watch of watchers) watch(merchantId)
      if (ready.size > 0) void pump()
    })
    running.set(sending, merchantId)
  }

  /** Who waits for what is due gets it without a rest. */
  const giveBack = (slot: Slot, manners: Manners): void => {
    if (manners !== 'failing' || watchers.size > 0) return slots.give(slot, manners)
    const over = AbortSignal.any([rest.over.signal, stopping.signal])
    const resting = timers.sleep(FAILURE_REST_MS, over).then(() => {
      rest.of.delete(resting)
      slots.give(slot, manners)
      if (ready.size > 0) void pump()
    })
    rest.of.add(resting)
  }
  const endRests = async (): Promise<void> => {
    rest.over.abort()
    rest.over = new AbortController()
    await Promise.all(rest.of)
  }

  const wake = (merchantId?: string): void => {
    if (merchantId === undefined) allWoken = true
    else woken.add(merchantId)
    void pump()
  }

  /** Something becomes due earlier than the loop would look again. */
  const wakeUpAt = (atMs: number): void => {
    if (atMs >= nap.untilMs) return
    nap.untilMs = atMs
    nap.end.abort()
  }

  const goOn = async (): Promise<void> => {
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
      goingOn = goOn()
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
      await endRests()
      if (merchantId === undefined) allWoken = true
      else woken.add(merchantId)
      await pump()
      for (;;) {
        const meant = [...running].filter(([, id]) => isMeant(id)).map(([sending]) => sending)
        if (meant.length === 0 || (await Promise.race([...meant, patience])) === 'over') break
        // What had no free slot before.
        await pumping
      }
      over.abort()
      watchers.delete(watch)
      return finished
    },
    async stop() {
      stopping.abort()
      await pumping
      await goingOn
      const waited = new AbortController()
      const patience = timers.sleep(limits.stopMs, waited.signal)
      await Promise.race([Promise.all(running.keys()), patience])
      waited.abort()
      givingUp.abort()
      await Promise.all(running.keys())
    },
  }
}

function nameOf({ merchantId, subscriptionId }: SubscriptionKey): string {
  return `${merchantId}/${subscriptionId}`
}

/** Of what was put off or given back, nothing is known. */
function mannersOf({ attempt }: SendReport): Manners {
  if (attempt === null) return 'slow'
  if (attempt.error !== null) return 'failing'
  return attempt.durationMs <= SWIFT_MS ? 'swift' : 'slow'
}
