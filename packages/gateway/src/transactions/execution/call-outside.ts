import { type Timers, withDeadline } from '@sluice/platform/kernel/timers'

import { ContradictingAnswer, type Contradiction } from './provider.ts'

/** The result of a call. If it was not answered, the gateway does not know what the other side did. */
export type CallResult<T> = { readonly kind: 'answered'; readonly value: T } | Unanswered

/** The party did not answer, or its answer does not count. */
export interface Unanswered {
  readonly kind: 'unanswered'
  /** Set if the answer contradicts the call. */
  readonly contradiction?: Contradiction
}

/** A call to a party outside: a provider or the 3DS server. */
export interface OutsideCall<T> {
  /** A provider's id, or `3ds-server`. */
  readonly party: string
  /** The name of the call in the metric and the log line. */
  readonly operation: string
  /** The transaction, for the log line. Null for a call without a transaction. */
  readonly transactionId: string | null
  /** The deadline: a later answer is ignored. */
  readonly limitMs: number
  readonly ask: () => Promise<T>
  /** The metric's word for an answer. */
  readonly describe: (answer: T) => string
}

/** Makes a call to the outside. It never throws: an error and a missed deadline are silence. */
export type CallOutside = <T>(call: OutsideCall<T>) => Promise<CallResult<T>>

/** A failed call, for the operators. */
export interface FailedCall {
  readonly party: string
  readonly operation: string
  readonly transactionId: string | null
  readonly error: unknown
}

/**
 * The one place from which the gateway calls providers and the 3DS server: every call has a deadline, is measured, and
 * leaves a log line when it is not answered.
 */
export function createCallOutside(options: {
  readonly timers: Timers
  readonly measure: <T>(
    call: { readonly party: string; readonly operation: string },
    work: () => Promise<T>,
    describe: (answer: T) => string,
  ) => Promise<T>
  readonly onFailedCall: (failedCall: FailedCall) => void
}): CallOutside {
  const { timers, measure, onFailedCall } = options
  return async ({ party, operation, transactionId, limitMs, ask, describe }) => {
    // A party that throws at once is as silent as one that rejects.
    const inTime = async () =>
      withDeadline(
        (async () => ask())(),
        limitMs,
        timers,
        () => new Error(`${party} did not respond to ${operation} within ${limitMs} ms`),
      )
    try {
      return { kind: 'answered', value: await measure({ party, operation }, inTime, describe) }
    } catch (error) {
      onFailedCall({ party, operation, transactionId, error })
      return error instanceof ContradictingAnswer
        ? { kind: 'unanswered', contradiction: error.contradiction }
        : { kind: 'unanswered' }
    }
  }
}
