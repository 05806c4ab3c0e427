import type { OpenResult } from './transaction-store.ts'

/** Rolls an opening back and carries the reason out. */
export class OpeningRefused extends Error {
  override readonly name = 'OpeningRefused'
  readonly result: OpenResult

  constructor(result: OpenResult) {
    super('opening refused')
    this.result = result
  }
}
