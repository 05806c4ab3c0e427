import type { ProcessingCode, UnappliedEventState } from '@sluice/types/vocabulary'

import type { AttemptStatus } from '../execution/attempt.ts'
import type { DueClaim, ProviderOrder } from '../execution/execution-records.ts'
import type { ProviderEvent } from '../execution/provider.ts'

/**
 * WAITING: the payment is unknown so far, or a worker is calling its provider. FOREIGN: it belongs to another
 * installation that shares the provider's account, or to the other environment. BROKEN: applying it failed several
 * times. IGNORED: the gateway has no use for it, or it contradicts the call that it names.
 */
export type EventState = 'APPLIED' | UnappliedEventState

/** The columns that identify an event. */
export interface EventKey {
  readonly providerId: string
  readonly accountId: string
  readonly id: string
}

/** A stored event that this process has claimed. */
export interface ClaimedEvent extends EventKey {
  /** The number of times that it was left waiting. */
  readonly tries: number
  /** The number of times that applying it failed. */
  readonly failures: number
  readonly receivedAtMs: number
  readonly sealed: Buffer
}

/** A claimed event with its opened payload. */
export interface StoredEvent extends ClaimedEvent {
  readonly event: ProviderEvent
}

/** An attempt to which an event may apply. */
export interface KnownAttempt extends ProviderOrder {
  readonly status: AttemptStatus
  /** The outcome; null while it is open, and if its provider was never called. */
  readonly endedAs: ProcessingCode | null
}

/** The result of applying an event. */
export interface Applied {
  readonly state: EventState
  /** The time at which it is applied again; null unless it is WAITING. */
  readonly dueAtMs: number | null
  /** Whether applying it threw. */
  readonly hasFailed?: boolean
  /** The attempt to which it applies; absent if that is unknown. */
  readonly attempt?: KnownAttempt
}

/** Returns the result of an event that is applied again later. */
export function wait(dueAtMs: number, attempt?: KnownAttempt): Applied {
  return { state: 'WAITING', dueAtMs, ...(attempt && { attempt }) }
}

/** Returns the result of an event that is not applied again. */
export function end(state: 'APPLIED' | 'FOREIGN' | 'IGNORED', attempt?: KnownAttempt): Applied {
  return { state, dueAtMs: null, ...(attempt && { attempt }) }
}

/** Events of one state at one provider. */
export interface EventCount {
  readonly providerId: string
  readonly state: UnappliedEventState
  /** The limit, at most 10,000. */
  readonly count: number
}

/** Stores the events of providers until they are applied, and their results afterwards. Every method is one commit. */
export interface Inbox {
  /**
   * Stores all events or none. Returns those that were not stored before; other processes leave them to the caller until
   * the claim ends.
   */
  store(
    providerId: string,
    events: readonly ProviderEvent[],
    claim: Pick<DueClaim, 'nowMs' | 'untilMs'>,
  ): Promise<readonly ClaimedEvent[]>
  /** Claims events that are due. */
  claimDue(claim: DueClaim): Promise<readonly ClaimedEvent[]>
  /** @throws When the payload does not open. */
  open(event: ClaimedEvent): StoredEvent
  /** Returns the attempts that match an event by its key, or else by its references. */
  findAttempts(event: StoredEvent): Promise<readonly KnownAttempt[]>
  /** Stores the result; the payload is erased unless the event is applied later. */
  finish(event: ClaimedEvent, applied: Applied): Promise<void>
  /** Makes the status query of an attempt due. Has no effect on an attempt that needs none. */
  askNow(attempt: KnownAttempt): Promise<void>
  /**
   * Erases payloads that are too old to be applied, and deletes events that no provider repeats. Returns their
   * number.
   */
  purgeOld(nowMs: number): Promise<number>
}
