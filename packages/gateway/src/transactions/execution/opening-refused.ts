import type { OpeningRefusal } from './commit-ports.ts'
import type { SubmitResult } from './execution-records.ts'

/** Rolls an opening back and carries the reason out. */
export class OpeningRefused extends Error {
  override readonly name = 'OpeningRefused'
  readonly refusal: OpeningRefusal

  constructor(refusal: OpeningRefusal) {
    super('opening refused')
    this.refusal = refusal
  }
}

/** Rolls a change back: the execution was moved since it was read. */
export class ConcurrentUpdateError extends Error {
  override readonly name = 'ConcurrentUpdateError'
}

/** Rolls back a correction that a risk rule declines, because its transaction ends in a separate commit. */
export class DeclinedByRisk extends Error {
  override readonly name = 'DeclinedByRisk'
  readonly verdict: Extract<SubmitResult, { kind: 'declined_by_risk' }>

  constructor(verdict: Extract<SubmitResult, { kind: 'declined_by_risk' }>) {
    super('declined by a risk rule')
    this.verdict = verdict
  }
}
