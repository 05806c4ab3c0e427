import type { OneTimeUse } from '../payment-methods/index.ts'
import type { Connection } from '../platform/database/connection.ts'
import { OpeningRefused } from './opening-refused.ts'
import type { Transaction } from './transaction.ts'

type WalletTokenUse = Extract<OneTimeUse, { field: 'gwallet_pay_token' }>
type SealedFieldUse = Exclude<OneTimeUse, WalletTokenUse>

/** What pays once pays for the order that it came with, however often that is sent, and for no other. */
export async function bindUses(
  trx: Connection,
  transaction: Transaction,
  uses: readonly OneTimeUse[],
): Promise<void> {
  await bindSealedFields(trx, transaction, uses.filter(isSealedField))
  await bindWalletTokens(trx, transaction, uses.filter(isWalletToken))
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
  transaction: Transaction,
  uses: readonly SealedFieldUse[],
): Promise<void> {
  if (uses.length === 0) return
  const inserted = await trx
    .insertInto('sealed_field_uses')
    .values(uses.map((use) => toRow(transaction, use)))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows) === uses.length) return

  const bound = await trx
    .selectFrom('sealed_field_uses')
    .select(['merchant_id', 'use_key', 'terminal_id', 'reference'])
    .where('merchant_id', '=', transaction.merchantId)
    .where('use_key', 'in', uses.map(keyOf))
    .execute()
  const elsewhere = bound.find((row) => isAnotherOrder(row, transaction))
  const taken = elsewhere && uses.find(({ useKey }) => useKey === elsewhere.use_key)
  if (taken) throw new OpeningRefused({ kind: 'sealed_field_used', field: taken.field })
}

/** The wallet seals for the gateway, so a token is used up for all of its merchants. */
async function bindWalletTokens(
  trx: Connection,
  transaction: Transaction,
  uses: readonly WalletTokenUse[],
): Promise<void> {
  if (uses.length === 0) return
  const inserted = await trx
    .insertInto('wallet_token_uses')
    .values(uses.map((use) => toRow(transaction, use)))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (Number(inserted.numInsertedOrUpdatedRows) === uses.length) return

  const bound = await trx
    .selectFrom('wallet_token_uses')
    .select(['merchant_id', 'use_key', 'terminal_id', 'reference'])
    .where('use_key', 'in', uses.map(keyOf))
    .execute()
  if (bound.some((row) => isAnotherOrder(row, transaction)))
    throw new OpeningRefused({ kind: 'wallet_token_used' })
}

function keyOf({ useKey }: OneTimeUse): string {
  return useKey
}

function toRow({ merchantId, terminalId, reference }: Transaction, { useKey, expiresAtMs }: OneTimeUse) {
  return {
    merchant_id: merchantId,
    use_key: useKey,
    terminal_id: terminalId,
    reference,
    expires_at: expiresAtMs,
  }
}

function isAnotherOrder(
  row: { readonly merchant_id: string; readonly terminal_id: string; readonly reference: string },
  { merchantId, terminalId, reference }: Transaction,
): boolean {
  return row.merchant_id !== merchantId || row.terminal_id !== terminalId || row.reference !== reference
}
