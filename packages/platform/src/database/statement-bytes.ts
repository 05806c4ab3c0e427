/** Longer text is written by Node; for short text, calling it costs more than a loop over the characters. */
const SHORT_CHARS = 48
const ASCII_MAX = 0x7f
/** The maximum size of a character of a JavaScript string. */
const UTF8_BYTES_MAX = 3

const INITIAL_BYTES = 16_384
/** A picture or an export may be larger; its memory is given back. */
const KEPT_BYTES = 1_048_576

const INT16_BYTES = 2
const INT32_BYTES = 4
const NULL_LENGTH = -1
const BINARY = 1

/**
 * Writes messages of PostgreSQL's extended query (protocol 3.0) one after the other into the same memory, and returns
 * all of them as one piece, because sending each separately costs more than writing them.
 */
export class StatementBytes {
  #bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES)
  #at = 0

  parse(name: string, text: string): void {
    const begin = this.#begin('P')
    this.#word(name)
    this.#word(text)
    // The server finds the types of parameters out.
    this.#int16(0)
    this.#end(begin)
  }

  /** Encodes values that {@link isSendable} permits, and requests all results as text. */
  bind(name: string, values: readonly unknown[]): void {
    const begin = this.#begin('B')
    this.#word('')
    this.#word(name)
    // None: all are text.
    const hasBytes = values.some((value) => value instanceof Uint8Array)
    this.#int16(hasBytes ? values.length : 0)
    if (hasBytes) for (const value of values) this.#int16(value instanceof Uint8Array ? BINARY : 0)
    this.#int16(values.length)
    for (const value of values) this.#value(value)
    this.#int16(0)
    this.#end(begin)
  }

  describe(): void {
    const begin = this.#begin('D')
    this.#word('P')
    this.#end(begin)
  }

  execute(): void {
    const begin = this.#begin('E')
    this.#word('')
    // All rows.
    this.#int32(0)
    this.#end(begin)
  }

  /** Deallocates a prepared statement; an unknown name is not an error. */
  close(name: string): void {
    const begin = this.#begin('C')
    this.#word(`S${name}`)
    this.#end(begin)
  }

  sync(): void {
    this.#end(this.#begin('S'))
  }

  /** Returns what `write` writes. */
  gather(write: () => void): Buffer {
    // The buffer is reset even after a failure.
    this.#at = 0
    write()
    const gathered = Buffer.from(this.#bytes.subarray(0, this.#at))
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES)
    return gathered
  }

  /** Returns the position of the length, which is known at the end. */
  #begin(letter: string): number {
    this.#reserve(1 + INT32_BYTES)
    this.#bytes[this.#at] = letter.charCodeAt(0)
    this.#at += 1 + INT32_BYTES
    return this.#at - INT32_BYTES
  }

  #end(begin: number): void {
    this.#setInt32(this.#at - begin, begin)
  }

  #value(value: unknown): void {
    if (value === null || value === undefined) return this.#int32(NULL_LENGTH)
    this.#reserve(INT32_BYTES)
    const begin = this.#at
    this.#at += INT32_BYTES
    if (value instanceof Uint8Array) {
      this.#reserve(value.length)
      this.#bytes.set(value, this.#at)
      this.#at += value.length
    } else this.#text(typeof value === 'string' ? value : String(value))
    this.#setInt32(this.#at - begin - INT32_BYTES, begin)
  }

  /** Text that a zero ends. */
  #word(text: string): void {
    this.#text(text)
    this.#reserve(1)
    this.#bytes[this.#at] = 0
    this.#at += 1
  }

  #text(text: string): void {
    this.#reserve(text.length * UTF8_BYTES_MAX)
    if (text.length > SHORT_CHARS || !this.#writeAscii(text)) this.#at += this.#bytes.write(text, this.#at)
  }

  /** False where there is other text, of which nothing counts as written. */
  #writeAscii(text: string): boolean {
    const bytes = this.#bytes
    const from = this.#at
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > ASCII_MAX) return false
      bytes[from + at] = code
    }
    this.#at = from + text.length
    return true
  }

  #int16(value: number): void {
    this.#reserve(INT16_BYTES)
    // The maximum number of parameters of a statement.
    this.#at = this.#bytes.writeUInt16BE(value, this.#at)
  }

  #int32(value: number): void {
    this.#reserve(INT32_BYTES)
    this.#setInt32(value, this.#at)
    this.#at += INT32_BYTES
  }

  #setInt32(value: number, at: number): void {
    const bytes = this.#bytes
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
  }

  #reserve(count: number): void {
    const needed = this.#at + count
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

/** Returns whether a value has one form as text: dates, lists and objects are written as text by their owners. */
export function isSendable(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return true
    default:
      return value === null || value instanceof Uint8Array
  }
}
