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

/** Rolls a change back: the movement was moved since it was read. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Rolls a correction back that a rule of risk declines: its transaction ends by a commit of its own. */
export class HeldBack extends Error {
  override readonly name = 'HeldBack'
  readonly verdict: Extract<SubmitResult, { kind: 'held_back' }>

  constructor(verdict: Extract<SubmitResult, { kind: 'held_back' }>) {
    super('held back')
    this.verdict = verdict
  }
}
