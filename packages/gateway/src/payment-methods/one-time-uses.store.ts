import type { Insertable, Kysely, Selectable } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { type Connection, withTables } from '@sluice/platform/database/connection'
import { prepareWriteOfRows } from '@sluice/platform/database/prepare-write'
import { deleteOld } from '@sluice/platform/database/delete-old'

import {
  type OneTimeUse,
  type OneTimeUses,
  type PaidOrder,
  UsedElsewhere,
  type UseRefusal,
} from './one-time-use.ts'
import type { PaymentMethodTables, SealedFieldUseTable } from './payment-methods.tables.ts'

type WalletTokenUse = Extract<OneTimeUse, { field: 'gwallet_pay_token' }>
type SealedFieldUseRow = Insertable<SealedFieldUseTable>
type SealedFieldUse = Exclude<OneTimeUse, WalletTokenUse>

/** The tolerated difference between clocks: data that has expired for one process may still be valid for another. */
const CLOCKS_DIFFER_MS = 300_000

export function createOneTimeUses({
  db,
  clock,
}: {
  readonly db: Kysely<PaymentMethodTables>
  readonly clock: Clock
}): OneTimeUses {
  return {
    bind,

    async rebind(trx, order, uses) {
      const submitted = await findSubmitted(trx, order, uses)
      if (submitted === null) await bind(trx, order, uses)
      return submitted
    },

    findRefusal: (failure) => findRefusal(db, failure),

    async purgeExpired() {
      const nowMs = clock.now()
      const fields = await deleteOld(db, {
        table: 'sealed_field_uses',
        key: ['merchant_id', 'use_key'],
        column: 'expires_at',
        untilMs: nowMs,
      })
      const tokens = await deleteOld(db, {
        table: 'wallet_token_uses',
        key: ['use_key'],
        column: 'expires_at',
        untilMs: nowMs - CLOCKS_DIFFER_MS,
      })
      return fields + tokens
    },
  }
}

async function bind(trx: Connection, order: PaidOrder, uses: readonly OneTimeUse[]): Promise<void> {
  await bindSealedFields(trx, order, uses.filter(isSealedField))
  await bindWalletTokens(trx, order, uses.filter(isWalletToken))
}

/**
 * Returns which of these were submitted before, except card numbers. The execution is locked, so that two tabs do not
 * both check.
 */
async function findSubmitted(
  trx: Connection,
  { merchantId }: PaidOrder,
  uses: readonly OneTimeUse[],
): Promise<UseRefusal | null> {
  const db = withTables<PaymentMethodTables>(trx)
  const fields = uses.filter(isSealedField).filter(({ field }) => field !== 'encrypted_card_number')
  const tokens = uses.filter(isWalletToken)
  const field =
    fields.length > 0 &&
    (await db
      .selectFrom('sealed_field_uses')
      .select('use_key')
      .where('merchant_id', '=', merchantId)
      .where('use_key', 'in', fields.map(keyOf))
      .executeTakeFirst())
  const taken = field && fields.find(({ useKey }) => useKey === field.use_key)
  if (taken) return { kind: 'sealed_field_used', field: taken.field }
  const token =
    tokens.length > 0 &&
    (await db
      .selectFrom('wallet_token_uses')
      .select('use_key')
      .where('use_key', 'in', tokens.map(keyOf))
      .executeTakeFirst())
  return token ? { kind: 'wallet_token_used' } : null
}

function isWalletToken(use: OneTimeUse): use is WalletTokenUse {
  return use.field === 'gwallet_pay_token'
}

function isSealedField(use: OneTimeUse): use is SealedFieldUse {
  return !isWalletToken(use)
}

/** Keys are per merchant, so another merchant cannot even open the field. */
async function bindSealedFields(
  trx: Connection,
  order: PaidOrder,
  uses: readonly SealedFieldUse[],
): Promise<void> {
  const rows = toRows(order, uses)
  const [first, ...others] = uses
  if (first === undefined) return
  await addToCommit(trx, insertUses(trx, rows), {
    rows: rows.length,
    otherwise: () => new UsedElsewhere(order, [first, ...others]),
  })
}

const insertUses = prepareWriteOfRows<PaymentMethodTables, SealedFieldUseRow>((db, rows) =>
  db
    .insertInto('sealed_field_uses')
    .values(rows)
    // The order's own row is written again and counted; that of another order is neither.
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'use_key'])
        .doUpdateSet({ reference: rows[0]?.reference })
        .whereRef('sealed_field_uses.terminal_id', '=', 'excluded.terminal_id')
        .whereRef('sealed_field_uses.reference', '=', 'excluded.reference'),
    ),
)

/** The wallet seals for the gateway, so a used token is used up for all of its merchants. */
async function bindWalletTokens(
  trx: Connection,
  order: PaidOrder,
  uses: readonly WalletTokenUse[],
): Promise<void> {
  const rows = toRows(order, uses)
  const [first, ...others] = uses
  if (first === undefined) return
  const bound = withTables<PaymentMethodTables>(trx)
    .insertInto('wallet_token_uses')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('use_key')
        .doUpdateSet({ reference: order.reference })
        .whereRef('wallet_token_uses.merchant_id', '=', 'excluded.merchant_id')
        .whereRef('wallet_token_uses.terminal_id', '=', 'excluded.terminal_id')
        .whereRef('wallet_token_uses.reference', '=', 'excluded.reference'),
    )
  await addToCommit(trx, bound, {
    rows: rows.length,
    otherwise: () => new UsedElsewhere(order, [first, ...others]),
  })
}

async function findRefusal(
  db: Kysely<PaymentMethodTables>,
  { order, uses }: UsedElsewhere,
): Promise<UseRefusal> {
  const [first] = uses
  if (isWalletToken(first)) return { kind: 'wallet_token_used' }
  const bound = await db
    .selectFrom('sealed_field_uses')
    .selectAll()
    .where('merchant_id', '=', order.merchantId)
    .where('use_key', 'in', uses.map(keyOf))
    .execute()
  const elsewhere = bound.find((row) => isAnotherOrder(row, order))
  const taken = uses.filter(isSealedField).find(({ useKey }) => useKey === elsewhere?.use_key)
  return { kind: 'sealed_field_used', field: (taken ?? first).field }
}

function keyOf({ useKey }: OneTimeUse): string {
  return useKey
}

/** Returns one row for each key, always in the same order, so that two orders with the same uses do not deadlock. */
function toRows({ merchantId, terminalId, reference }: PaidOrder, uses: readonly OneTimeUse[]) {
  const byKey = new Map(uses.map((use) => [use.useKey, use]))
  return [...byKey.values()]
    .sort((a, b) => (a.useKey < b.useKey ? -1 : 1))
    .map(({ useKey, expiresAtMs }) => ({
      merchant_id: merchantId,
      use_key: useKey,
      terminal_id: terminalId,
      reference,
      expires_at: expiresAtMs,
    }))
}

function isAnotherOrder(
  row: Pick<Selectable<SealedFieldUseTable>, 'merchant_id' | 'terminal_id' | 'reference'>,
  { merchantId, terminalId, reference }: PaidOrder,
): boolean {
  return row.merchant_id !== merchantId || row.terminal_id !== terminalId || row.reference !== reference
}
