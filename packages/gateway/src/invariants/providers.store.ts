import { sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import { type BookEntry, FINDINGS_MAX, type Invariant, type InvariantPorts } from './invariant.ts'

export const PROVIDERS: Invariant = {
  id: 'I8',
  title: 'A payment is approved here exactly if its provider approved it',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'it is approved, but none of its attempts is',
      sql`select transactions.id, transactions.transaction_type as what from transactions
      where status = 'APPROVED' and not exists (
        select 1 from attempts where attempts.merchant_id = transactions.merchant_id
          and attempts.transaction_id = transactions.id
          and attempts.status = 'ENDED' and attempts.processing_code = '0000')`,
    )),
    ...(await findViolations(
      ports,
      'a provider approved it, but it ended otherwise, and no alert was raised',
      sql`select transactions.id, transactions.status as what
      from attempts
      join transactions on transactions.merchant_id = attempts.merchant_id
        and transactions.id = attempts.transaction_id
      where attempts.status = 'ENDED' and attempts.processing_code = '0000'
        and transactions.status not in ('APPROVED', 'PENDING')
        and not exists (select 1 from reconciliation_alerts as alerts
          where alerts.merchant_id = attempts.merchant_id and alerts.transaction_id = attempts.transaction_id
            and alerts.attempt_id = attempts.id)`,
    )),
    ...(ports.readBooks === null ? [] : await findUnbalanced(ports, ports.readBooks)),
  ],
}

/** Well below the number of values that SQLite accepts in one statement. */
const LOOK_UP_BATCH = 500

type ReadBooks = NonNullable<InvariantPorts['readBooks']>

/** Compares the books of the providers, which contain every call by its idempotency key, with the attempts. */
async function findUnbalanced(ports: InvariantPorts, readBooks: ReadBooks): Promise<readonly string[]> {
  const found: string[] = []
  for (let after: AttemptName = { merchant_id: '', id: '' }; found.length < FINDINGS_MAX;) {
    const attempts = await listEnded(ports, after)
    const entries = await readBooks(attempts.map(({ id }) => id))
    const entryOf = new Map(entries.map((entry) => [nameOf(entry.providerId, entry.idempotencyKey), entry]))
    for (const attempt of attempts) {
      const entry = entryOf.get(nameOf(attempt.provider_id, attempt.id))
      const isElsewhere = ports.bookkeepers?.has(attempt.provider_id ?? '') === false
      if (isElsewhere || isBalanced(attempt, entry)) continue
      const said = entry ? (entry.processingCode ?? 'a fence') : 'nothing'
      found.push(
        `${attempt.transaction_id}: the provider has another outcome (${attempt.processing_code}, provider ${said})`,
      )
    }
    const last = attempts.at(-1)
    if (last === undefined || attempts.length < LOOK_UP_BATCH) break
    after = last
  }
  return found.slice(0, FINDINGS_MAX)
}

const nameOf = (providerId: string | null, key: string): string => `${providerId} ${key}`

interface AttemptName {
  readonly merchant_id: string
  readonly id: string
}

interface EndedAttempt extends AttemptName {
  readonly transaction_id: string
  readonly provider_id: string | null
  readonly processing_code: string | null
  /** Whether an alert reported that its provider differs. */
  readonly is_told: number
}

/**
 * Both must have approved it, or neither; a late approval must have raised an alert. A pending call at a provider is
 * not approved yet.
 */
function isBalanced(attempt: EndedAttempt, entry: BookEntry | undefined): boolean {
  const isApprovedThere = entry?.processingCode === APPROVED
  if (attempt.processing_code === APPROVED) return isApprovedThere
  return !isApprovedThere || !entry.isSettled || attempt.is_told === 1
}

const APPROVED = '0000'

async function listEnded({ db }: InvariantPorts, after: AttemptName): Promise<readonly EndedAttempt[]> {
  const { rows } = await sql<EndedAttempt>`
    select merchant_id, id, transaction_id, provider_id, processing_code,
      case when exists (select 1 from reconciliation_alerts as alerts
        where alerts.merchant_id = attempts.merchant_id and alerts.transaction_id = attempts.transaction_id
          and alerts.attempt_id = attempts.id and alerts.kind not in ('DUPLICATE_THREE_DS_ID', 'MISSING_THREE_DS_ID'))
      then 1 else 0 end as is_told
    from attempts
    where status = 'ENDED' and (merchant_id, id) > (${after.merchant_id}, ${after.id}) and not exists (
      -- What a person decided is what that person found out.
      select 1 from transaction_history as history where history.merchant_id = attempts.merchant_id
        and history.transaction_id = attempts.transaction_id and history.cause = 'decision')
    order by merchant_id, id limit ${sql.lit(LOOK_UP_BATCH)}
  `.execute(db)
  return rows
}
