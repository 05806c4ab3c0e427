/**
 * A number that JSON allows and an amount must not be: `100.0`, `1e2`, or an integer beyond 2^53 − 1. The gateway's
 * parser replaces the number by it, because a JavaScript number would no longer show how it was written.
 */
export class RawNumber {
  /** The number's text as in the body. */
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Returns whether the text is an integer, so that only its size can be wrong. */
  get isInteger(): boolean {
    return /^-?[0-9]+$/.test(this.source)
  }

  /** Returns the JavaScript number, or `undefined` if it would differ from the number that was written. */
  toNumber(): number | undefined {
    const value = Number(this.source)
    return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined
  }
}
