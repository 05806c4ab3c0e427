/**
 * The least that a purchase can cost here: a bare HTTP server that takes the request's bytes and answers the answer's,
 * opens the four sealed fields with bare `node:crypto`, and writes the rows that a purchase leaves with prepared statements,
 * in two durable commits: shared by those that come together on SQLite, of one round trip on PostgreSQL. It checks nothing,
 * and every value but the keys of its rows is the same each time.
 *
 *     node bench/gateway/floor-server.ts <file with a FloorPlan as JSON>
 *
 * Prints its port as soon as it listens.
 */
import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  randomUUID,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Pool, type PoolClient } from 'pg'

import { Pipeline } from '@sluice/platform/database/pipeline'

import type { Row } from './capture-purchase.ts'

export interface FloorPlan {
  /** A database that a gateway has created, with its real tables and indexes. */
  readonly location: { readonly dataDir: string } | { readonly databaseUrl: string }
  readonly rows: Readonly<Record<string, readonly Row[]>>
  /** The columns whose values are unique to every purchase. */
  readonly keys: readonly string[]
  readonly answer: string
  /** The recipient's key, and what it decrypts. */
  readonly privateJwk: Readonly<Record<string, string>>
  readonly fields: readonly { readonly name: string; readonly sealed: string }[]
}

interface Statement {
  readonly sql: string
  readonly columns: readonly string[]
  readonly row: Row
}

type Write = (ids: ReadonlyMap<unknown, string>) => Promise<void>

// RFC 9180, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, for one suite and a single message.
const HEADER_BYTES = 39
const POINT_BYTES = 65
const TAG_BYTES = 16
const KEM_ID = Buffer.from('KEM\0\x10', 'latin1')
const SUITE_ID = Buffer.from('HPKE\0\x10\0\x01\0\x02', 'latin1')
const VERSION = Buffer.from('HPKE-v1')
const NONE = Buffer.alloc(0)

const plan = JSON.parse(readFileSync(String(process.argv[2]), 'utf8')) as FloorPlan
const own = new Set(
  Object.values(plan.rows).flatMap((rows) =>
    rows.flatMap((row) => plan.keys.map((key) => row[key]).filter((value) => typeof value === 'string')),
  ),
)
/** The position of an event among all events, which the database counts. */
const GIVEN_BY_DATABASE = 'position'
const write =
  'dataDir' in plan.location
    ? writeToSqlite(plan.location.dataDir)
    : writeToPostgres(plan.location.databaseUrl)
const privateKey = createPrivateKey({ key: plan.privateJwk, format: 'jwk' })
const ownPoint = pointOf(plan.privateJwk)
const fields = plan.fields.map(({ name, sealed }) => ({
  sealed: Buffer.from(sealed, 'base64'),
  associatedData: Buffer.from(`${name}\0`),
}))
const answer = Buffer.from(plan.answer)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    for (const field of fields) openField(field)
    void write(new Map([...own].map((value) => [value, randomUUID()]))).then(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      response.end(answer)
    })
  })
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

/**
 * Returns the commits of a purchase, as few as keep every promise: one before the provider is called, and one that
 * ends it. A row that the gateway writes first and changes later is written once, complete; the provider's own
 * record is in the second commit.
 */
function commitsOf(quote: (column: number) => string): readonly (readonly Statement[])[] {
  const insert = (table: string, which?: (row: Row, index: number) => boolean): Statement[] =>
    (plan.rows[table] ?? []).filter(which ?? (() => true)).map((row) => {
      const columns = Object.keys(row).filter((column) => column !== GIVEN_BY_DATABASE)
      const values = columns.map((_, index) => quote(index))
      return {
        sql: `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`,
        columns,
        row,
      }
    })
  const update = (table: string, key: string): Statement[] =>
    (plan.rows[table] ?? []).map((row) => {
      const columns = [
        ...Object.keys(row).filter((column) => column !== key && column !== 'merchant_id'),
        'merchant_id',
        key,
      ]
      const set = columns.slice(0, -2).map((column, index) => `${column} = ${quote(index)}`)
      const where = `merchant_id = ${quote(columns.length - 2)} and ${key} = ${quote(columns.length - 1)}`
      return { sql: `update ${table} set ${set.join(', ')} where ${where}`, columns, row }
    })
  const isFirst = (_: Row, index: number): boolean => index === 0
  const opened = [
    'reference_holds',
    'sealed_field_uses',
    'transactions',
    'attempts',
    'attempt_authentications',
    'continuations',
  ]
  const others = Object.keys(plan.rows).filter(
    (table) => !opened.includes(table) && table !== 'transaction_history',
  )
  return [
    [...opened.flatMap((table) => insert(table)), ...insert('transaction_history', isFirst)],
    [
      ...update('continuations', 'transaction_id'),
      ...update('attempts', 'id'),
      ...update('transactions', 'id'),
      ...insert('transaction_history', (row, index) => !isFirst(row, index)),
      ...others.flatMap((table) => insert(table)),
    ],
  ]
}

function valuesOf({ columns, row }: Statement, ids: ReadonlyMap<unknown, string>): unknown[] {
  return columns.map((column) => {
    const value = ids.get(row[column]) ?? row[column]
    // A Buffer in JSON.
    return typeof value === 'object' && value !== null && 'data' in value
      ? Buffer.from(value.data as number[])
      : value
  })
}

/** Requests that are ready in the same turn of the event loop share one durable commit. */
function writeToSqlite(dataDir: string): Write {
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'))
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  const commits = commitsOf(() => '?').map((statements) =>
    statements.map((statement) => ({ statement, prepared: database.prepare(statement.sql) })),
  )
  let waiting: { readonly work: () => void; readonly done: () => void }[] = []
  const run = database.transaction((works: readonly (() => void)[]) => works.forEach((work) => work()))
  const commitAll = (): void => {
    const together = waiting
    waiting = []
    run(together.map(({ work }) => work))
    for (const { done } of together) done()
  }
  return async (ids) => {
    for (const commit of commits) {
      await new Promise<void>((done) => {
        const work = (): void => {
          for (const { statement, prepared } of commit) prepared.run(...valuesOf(statement, ids))
        }
        if (waiting.push({ work, done }) === 1) setImmediate(commitAll)
      })
    }
  }
}

/** Writes to PostgreSQL, in one round trip for each commit. */
function writeToPostgres(databaseUrl: string): Write {
  const pool = new Pool({ connectionString: databaseUrl, max: 8 })
  const preparedBy = new WeakMap<PoolClient, Set<string>>()
  const commits = commitsOf((column) => `$${column + 1}`)
  const alone = (text: string) => ({ text, values: [], name: text, reads: false })
  return async (ids) => {
    for (const [place, statements] of commits.entries()) {
      const client = await pool.connect()
      const prepared = preparedBy.get(client) ?? new Set<string>()
      preparedBy.set(client, prepared)
      const writes = statements.map((statement, index) => ({
        text: statement.sql,
        values: valuesOf(statement, ids),
        name: `s${place}-${index}`,
        reads: false,
      }))
      const pipeline = new Pipeline([alone('begin'), ...writes, alone('commit')], {
        prepared,
        findParser: () => (text) => text,
        onHeard: () => undefined,
      })
      await client.query(pipeline).answers
      client.release()
    }
  }
}

function openField({ sealed: field, associatedData }: (typeof fields)[number]): Buffer {
  const header = field.subarray(0, HEADER_BYTES)
  const enc = field.subarray(HEADER_BYTES, HEADER_BYTES + POINT_BYTES)
  const sealed = field.subarray(HEADER_BYTES + POINT_BYTES)
  const x = enc.subarray(1, 33).toString('base64url')
  const y = enc.subarray(33).toString('base64url')
  const ephemeral = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const shared = diffieHellman({ privateKey, publicKey: ephemeral })
  const extracted = extract(KEM_ID, NONE, 'eae_prk', shared)
  const secret = expand(KEM_ID, extracted, 'shared_secret', Buffer.concat([enc, ownPoint]), 32)
  const info = Buffer.concat([Buffer.from('pgw card-field v1\0'), header])
  const context = Buffer.concat([
    Buffer.from([0]),
    extract(SUITE_ID, NONE, 'psk_id_hash', NONE),
    extract(SUITE_ID, NONE, 'info_hash', info),
  ])
  const keying = extract(SUITE_ID, secret, 'secret', NONE)
  const key = expand(SUITE_ID, keying, 'key', context, 32)
  const nonce = expand(SUITE_ID, keying, 'base_nonce', context, 12)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  decipher.setAAD(associatedData)
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}

function pointOf({ x = '', y = '' }: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}

function extract(suite: Buffer, salt: Buffer, label: string, material: Buffer): Buffer {
  return createHmac('sha256', salt).update(VERSION).update(suite).update(label).update(material).digest()
}

/** Supports only lengths up to one block of SHA-256. */
function expand(suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer {
  const mac = createHmac('sha256', key)
    .update(Buffer.from([0, length]))
    .update(VERSION)
    .update(suite)
  return mac
    .update(label)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length)
}
