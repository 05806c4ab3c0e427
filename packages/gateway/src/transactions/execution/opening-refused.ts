import type { OpeningRefusal } from './commit-ports.ts'

/** Rolls an opening back and carries the reason out. */
export class OpeningRefused extends Error {
  override readonly name = 'OpeningRefused'
  readonly refusal: OpeningRefusal

  constructor(refusal: OpeningRefusal) {
    super('opening refused')
    this.refusal = refusal
  }
}
