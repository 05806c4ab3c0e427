import { sql } from 'kysely'

import { CLIENT_KEYS } from '../merchants/index.ts'
import { isCardNumber } from '../payment-methods/index.ts'
import {
  holdsCardNumber as holdsNumberOf,
  transactionOfEphemeralName,
  ephemeralNameOf,
} from '../transactions/index.ts'
import { finalStatuses, findViolations } from './ask.store.ts'
import { FINDINGS_MAX, type Invariant, type InvariantPorts } from './invariant.ts'

/** Matches thirteen digits in a row in each database. Fewer digits cannot be a card number, and most rows have none. */
const DIGIT_RUN = '[0-9]'.repeat(13)

/** Times in milliseconds have as many digits, and begin with a digit that no scheme uses. */
const CARD_NUMBER = /(?<!\d)[2-6]\d{12,18}(?!\d)/g

/** Idempotency keys of calls are UUIDs without hyphens, which may happen to contain as many decimal digits in a row. */
const CALL_KEYS = /(?<![0-9a-z])[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}(?![0-9a-z])/g

/** SHA-256 in hexadecimal, such as that of an event's body. */
const HASHES = /(?<![0-9a-z])(?=[0-9]{0,63}[a-f])[0-9a-f]{64}(?![0-9a-z])/g

/**
 * Merchants and shoppers choose these texts, and their order numbers may look like anything. So may references of
 * providers and networks, which are compared with the card of the payment instead.
 */
const GIVEN: ReadonlySet<string> = new Set([
  'reference',
  'description',
  'metadata',
  'customer',
  'browser_info',
  'return_url',
  'notification_url',
  'network_transaction_id',
  'provider_reference',
  'ref',
  'reference_number',
])

export const CARD_DATA: Invariant = {
  id: 'I10',
  title:
    'No table contains a card number, and no card data outlives its transaction unless the card was saved',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'it ended, but its card data is still stored',
      sql`select transactions.id, transactions.status as what from continuations
      join transactions on transactions.merchant_id = continuations.merchant_id
        and transactions.id = continuations.transaction_id
      where transactions.status in (${finalStatuses}) and continuations.sealed_card is not null`,
    )),
    ...(await findViolations(
      ports,
      'it ended, but its resume token still has a key',
      sql`select transactions.id, handles.kind as what from continuation_handles as handles
      join transactions on transactions.merchant_id = handles.merchant_id
        and transactions.id = handles.transaction_id
      where transactions.status in (${finalStatuses}) and handles.wrapped_key is not null`,
    )),
    ...(await findOutlivingKeys(ports)),
    ...(await findNumbers(ports)),
    ...(await findCardsInNames(ports)),
  ],
}

/** An ephemeral key and a resume token together open the card data in copies of the database. */
async function findOutlivingKeys({ db, findEphemeralKeys }: InvariantPorts): Promise<readonly string[]> {
  const kept = await findEphemeralKeys()
  const found: string[] = []
  for (const name of kept) {
    const needed = await db
      .selectFrom('continuations')
      .select(['transaction_id', 'attempt_id'])
      .where('transaction_id', '=', transactionOfEphemeralName(name))
      .where('step', '<>', sql.lit('DONE'))
      .where('sealed_card', 'is not', null)
      .executeTakeFirst()
    const id = needed && { transactionId: needed.transaction_id, attemptId: needed.attempt_id }
    if (id === undefined || ephemeralNameOf(id) !== name)
      found.push(`${transactionOfEphemeralName(name)}: it keeps no card, but its ephemeral key still exists`)
  }
  return found.slice(0, FINDINGS_MAX)
}

async function findNumbers({ db, dialect }: InvariantPorts): Promise<readonly string[]> {
  const found: string[] = []
  for (const { schema, name, columns, isView } of await db.introspection.getTables()) {
    if (isView) continue
    for (const { name: column, dataType } of columns) {
      if (dataType.toLowerCase() !== 'text' || GIVEN.has(column)) continue
      const table = schema === undefined ? name : `${schema}.${name}`
      const reference = sql.ref(`${table}.${column}`)
      const { rows } = await sql<{ readonly text: string }>`
        select ${reference} as text from ${sql.table(table)}
        where ${dialect === 'postgres' ? sql`${reference} ~ ${DIGIT_RUN}` : sql`${reference} glob ${`*${DIGIT_RUN}*`}`}
        limit ${FINDINGS_MAX}`.execute(db)
      const count = rows.filter(({ text }) => holdsCardNumber(withoutGiven(text))).length
      if (count > 0) found.push(`${name}.${column}: ${count} rows hold what may be a card number`)
    }
  }
  return found
}

/** The columns that contain provider references, and the column with the transaction's id. */
const NAMES: readonly (readonly [table: string, column: string, transactionId: string])[] = [
  ['transactions', 'provider_reference', 'id'],
  ['transactions', 'reference_number', 'id'],
  ['attempts', 'provider_reference', 'transaction_id'],
  ['attempts', 'reference_number', 'transaction_id'],
  ['attempts', 'network_transaction_id', 'transaction_id'],
  ['provider_references', 'ref', 'transaction_id'],
]

/**
 * Searches only for the card that paid, because a provider's own number can have as many digits and a valid check
 * digit.
 */
async function findCardsInNames({ db }: InvariantPorts): Promise<readonly string[]> {
  const found: string[] = []
  for (const [table, column, transactionId] of NAMES) {
    const name = sql.ref(`named.${column}`)
    const { rows } = await sql<{ readonly text: string; readonly masked: string }>`
      select ${name} as text, paid.payment_method_masked as masked
      from ${sql.table(table)} as named
      join transactions as paid on paid.merchant_id = named.merchant_id
        and paid.id = ${sql.ref(`named.${transactionId}`)}
      where ${name} like '%' || paid.payment_method_last4 || '%'
      limit ${FINDINGS_MAX}`.execute(db)
    const count = rows.filter(({ text, masked }) => holdsNumberOf(text, masked)).length
    if (count > 0) found.push(`${table}.${column}: ${count} rows hold the number of the card that paid`)
  }
  return found
}

/** A key or a hash may happen to contain a dozen or more decimal digits in a row. */
function holdsCardNumber(text: string): boolean {
  const withoutRandom = [CLIENT_KEYS, CALL_KEYS, HASHES].reduce(
    (left, each) => left.replaceAll(each, ''),
    text,
  )
  return (withoutRandom.match(CARD_NUMBER) ?? []).some(isCardNumber)
}

/** Returns the text; for JSON, without the texts of merchants and shoppers. */
function withoutGiven(text: string): string {
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), (member, value: unknown) => (GIVEN.has(member) ? null : value))
  } catch {
    return text
  }
}
