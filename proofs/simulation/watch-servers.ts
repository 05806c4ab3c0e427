import { Client } from 'pg'

import { ownerOf, refused } from './server-call.ts'
import type { ServerLine } from './server-line.ts'

/** The messages of the gateway's driver, which receives each part of the answer. */
interface Pipeline {
  readonly submit: unknown
  statements: readonly { readonly text: string }[]
  handleCommandComplete(message: { readonly text: string }): void
  handleError(error: unknown): void
  handleReadyForQuery(): void
}

type Own = (this: Client, ...words: unknown[]) => unknown

/** The lines by the names of their databases. */
const lines = new Map<string, ServerLine>()

/**
 * Routes connections to this database from the scenario's processes over the line, until the returned function is
 * called.
 */
export function lay(line: ServerLine, database: string): () => void {
  lines.set(database, line)
  return () => void lines.delete(database)
}

/** Puts a line between the processes of scenarios and their servers, until the returned function is called. */
export function watchServers(): () => void {
  const methods = Client.prototype as unknown as Record<'connect' | 'query', Own>
  const own = { connect: methods.connect, query: methods.query }
  methods.connect = function watched(callback) {
    const line = lineOf(this)
    if (!line) return own.connect.call(this, callback)
    const connected = connect(line, this, own.connect)
    if (typeof callback !== 'function') return connected.then(() => this)
    connected.then(
      () => callback(null, this) as unknown,
      (error: unknown) => callback(error) as unknown,
    )
    return undefined
  }
  methods.query = function watched(...words) {
    const line = lineOf(this)
    if (!line) return own.query.apply(this, words)
    const [asked] = words as [Pipeline]
    if (typeof asked.submit !== 'function') return query(line, this, own.query, words)
    pipe(line, this, own.query, asked)
    return asked
  }
  const forgetTimers = stretchTimers()
  return () => {
    Object.assign(methods, own)
    forgetTimers()
  }
}

/**
 * The timeouts of the driver, its pool and the gateway use the machine's clock, which may be slow. While a line
 * exists, they do not expire before the scenario ends.
 */
function stretchTimers(): () => void {
  const own = globalThis.setTimeout
  const patient = (run: () => void, ms = 0): NodeJS.Timeout =>
    own(run, lines.size > 0 && ms >= PATIENCE_MIN_MS ? LIMIT_MS : ms)
  globalThis.setTimeout = Object.assign(patient, own) as typeof setTimeout
  return () => void (globalThis.setTimeout = own)
}

function lineOf(client: Client): ServerLine | null {
  const line = lines.get(client.database ?? '')
  return line?.hasBegun(ownerOf(client)) ? line : null
}

function connect(line: ServerLine, client: Client, own: Own): Promise<void> {
  const owner = ownerOf(client)
  const { connectionParameters } = client as unknown as { connectionParameters: Record<string, unknown> }
  // The scenario's time is not the server's. A missing time would be rejected.
  for (const limit of LIMITS_OF_TIME) connectionParameters[limit] = LIMIT_MS
  return new Promise((resolve, reject) => {
    line.ask({
      owner,
      client,
      what: 'connect',
      isWrite: false,
      send: () =>
        new Promise((answer) => {
          if (!line.accept(client)) return answer(() => reject(refused()))
          own.call(client, (error: Error | null) => answer(() => (error ? reject(error) : resolve())))
        }),
      fail: reject,
    })
  })
}

/** Sends the messages that the gateway's driver sends together. */
function pipe(line: ServerLine, client: Client, own: Own, pipeline: Pipeline): void {
  const handleError = pipeline.handleError.bind(pipeline)
  const handleReady = pipeline.handleReadyForQuery.bind(pipeline)
  const handleComplete = pipeline.handleCommandComplete.bind(pipeline)
  pipeline.statements = pipeline.statements.map((statement) => ({
    ...statement,
    text: statement.text.replaceAll('clock_timestamp()', line.clock),
  }))
  const texts = pipeline.statements.map(({ text }) => text)
  // Its own answer counts the rows of another statement.
  const isExpecting = texts.some((text) => text.startsWith('with "written"'))
  pipeline.handleCommandComplete = (message) => {
    if (isExpecting || MAY_HAVE_WRITTEN.test(message.text)) line.hasWritten = true
    handleComplete(message)
  }
  line.ask({
    owner: ownerOf(client),
    client,
    what: describe(texts),
    isWrite: texts.some((text) => IS_WRITE.test(text)),
    send: () =>
      new Promise((answer) => {
        pipeline.handleError = (error) => answer(() => handleError(error))
        pipeline.handleReadyForQuery = () => answer(handleReady)
        own.call(client, pipeline)
      }),
    fail: handleError,
  })
}

/** Sends a statement as text. */
function query(line: ServerLine, client: Client, own: Own, words: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    line.ask({
      owner: ownerOf(client),
      client,
      what: describe([String(words[0])]),
      isWrite: false,
      send: async () => {
        try {
          const result = await own.call(client, ...words)
          return () => resolve(result)
        } catch (error) {
          return () => reject(error)
        }
      },
      fail: reject,
    })
  })
}

/** The timeouts that the server measures by its own clock. */
const LIMITS_OF_TIME = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const
/** An hour, which is longer than any scenario takes. */
const LIMIT_MS = 3_600_000
/** Everything waits at least this long for the server. */
const PATIENCE_MIN_MS = 1_000

const IS_WRITE = /^\s*(?:insert|update|delete|commit|with (?:"written"|picked))/i
/** A statement that changes rows inside a transaction is followed by its commit. */
const MAY_HAVE_WRITTEN = /^(?:COMMIT|(?:INSERT 0|UPDATE|DELETE) [1-9])/

/** Returns the operation and its table, as far as one word can express it. */
function describe(texts: readonly string[]): string {
  const [, verb = '', table = ''] =
    texts.map((text) => STATEMENT.exec(text)).find((found) => found !== null) ?? []
  const isCommitted = texts.includes('commit')
  return [verb || (texts[0] ?? '').split(/\s/)[0], table, isCommitted && 'and commit']
    .filter(Boolean)
    .join(' ')
}

const STATEMENT =
  /^\s*(?:with "written" as \(|with picked .*\)\s+(?=update ))?(insert into|update|delete from|select)(?:.*? from)? "(\w+)"/s
