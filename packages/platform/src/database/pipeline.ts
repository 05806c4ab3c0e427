import type { Connection, Submittable } from 'pg'

import { UnreadableAnswerError } from './database-errors.ts'
import { StatementBytes } from './statement-bytes.ts'

/** Handles the messages of one pipeline at a time, from the first to the last. */
const bytes = new StatementBytes()

/** A statement to send. */
export interface Statement {
  readonly text: string
  /** The parameters, for each of which {@link isSendable} holds. */
  readonly values: readonly unknown[]
  /** The name of the prepared statement; undefined if it is not prepared. */
  readonly name?: string | undefined
  /** Whether the caller reads the rows of the result. */
  readonly reads: boolean
}

/** The server's response to a statement. */
export interface StatementResult {
  /** Its first word, in capital letters. */
  readonly command: string
  /** Rows that were read or written; null where none can be. */
  readonly count: number | null
  readonly rows: readonly Record<string, unknown>[]
}

type ParseText = (text: string) => unknown

export interface PipelineOptions {
  /** The prepared statements of this connection; new ones are added. */
  readonly prepared: Set<string>
  readonly findParser: (oid: number) => ParseText
  /** Called for every message from the server. */
  readonly onHeard: () => void
}

/**
 * Sends statements together, and one mark after the last: PostgreSQL skips everything up to the mark as soon as one fails,
 * also one that is canceled. So nothing behind a `begin` that failed is done, and no `commit` behind a write that failed.
 *
 * An object in the form that `pg` accepts for a custom query.
 */
export class Pipeline implements Submittable {
  readonly answers: Promise<readonly StatementResult[]>
  readonly statements: readonly Statement[]
  readonly #options: PipelineOptions
  readonly #answered: StatementResult[] = []
  #unreadable: { readonly error: unknown } | null = null
  #resolve: (answers: readonly StatementResult[]) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined
  #columns: readonly { readonly name: string; readonly parse: ParseText }[] = []
  #rows: Record<string, unknown>[] = []

  constructor(statements: readonly Statement[], options: PipelineOptions) {
    this.statements = statements
    this.#options = options
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** The number of statements with a response: after a failure, the index of the one that failed. */
  get answered(): number {
    return this.#answered.length
  }

  submit({ stream }: Connection): void {
    const all = bytes.gather(() => this.#write())
    // If it has ended, all callers that wait for it are notified.
    if (stream.writable) stream.write(all)
  }

  #write(): void {
    const { prepared } = this.#options
    const learning = new Set<string>()
    for (const { text, values, name = '', reads } of this.statements) {
      if (name === '') {
        bytes.parse(name, text)
      } else if (!prepared.has(name) && !learning.has(name)) {
        // An earlier try may have failed after the server had learned the name.
        bytes.close(name)
        bytes.parse(name, text)
        learning.add(name)
      }
      bytes.bind(name, values)
      if (reads) bytes.describe()
      bytes.execute()
    }
    bytes.sync()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const { findParser } = this.#options
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: findParser(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      this.#columns.forEach(({ name, parse }, at) => {
        const text = fields[at] ?? null
        row[name] = text === null ? null : parse(text)
      })
      this.#rows.push(row)
    } catch (error) {
      // Thrown here it would end the process. The rest of the answer is on its way.
      this.#unreadable ??= { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { prepared, onHeard } = this.#options
    const name = this.statements[this.#answered.length]?.name
    if (name !== undefined) prepared.add(name)
    // `INSERT 0 1`, `UPDATE 1`, `BEGIN`
    const words = text.split(' ')
    const count = words.length > 1 ? Number(words.at(-1)) : null
    this.#answered.push({ command: words[0] ?? text, count, rows: this.#rows })
    this.#rows = []
    this.#columns = []
    onHeard()
  }

  handleError(error: unknown): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(new UnreadableAnswerError(this.#unreadable.error))
    else this.#resolve(this.#answered)
  }
}
