const REDACTED = '[redacted]'
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/**
 * Holds a value that must never be printed: a card number, a CVV, a client secret, a key.
 *
 * String conversion, JSON and `util.inspect` all return `[redacted]`; only {@link Secret.reveal} returns the value, so
 * each place that reads one can be found by its name.
 */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [INSPECT](): string {
    return REDACTED
  }
}
