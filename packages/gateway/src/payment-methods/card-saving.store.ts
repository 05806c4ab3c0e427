import { type ExpressionBuilder, type Kysely, sql } from 'kysely'

import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { PaymentMethodTables } from './payment-methods.tables.ts'
import type { CardEvent } from './saved-card.ts'
import { fromPaymentMethodRow } from './saved-card.store.ts'
import {
  type FirstAuthentication,
  isSavedForMerchant,
  type PendingCard,
  type SavedCard,
} from './saved-card.ts'

/** The transaction of a commit. */
type Commit = Kysely<PaymentMethodTables>

/** The outcome of the payment with which a card is saved. */
export interface SavingPayment {
  readonly merchantId: string
  readonly transactionId: string
  readonly isApproved: boolean
  /** The final 3DS letter; null without 3DS. */
  readonly authenticationStatus: string | null
  /** The network's id of the payment, if its provider returned it. */
  readonly networkTransactionId: string | null
  /** The authentication; null if there is no successful one by 3DS. */
  readonly firstAuthentication: FirstAuthentication | null
}

/** The steps in the commits of a transaction that save its card. */
export interface CardSaving {
  /** Stores the sealed card until its transaction ends; a later attempt finds it there. */
  keep(trx: Connection, card: PendingCard): Promise<void>
  /**
   * Saves the card of an approved transaction, and erases that of any other. Returns the id for later payments, and
   * the event that reports it; null if nothing is saved.
   */
  settle(
    trx: Connection,
    ended: SavingPayment,
    nowMs: number,
  ): Promise<{ readonly token: string; readonly event: CardEvent } | null>
}

/** Counts a card that is being saved, and locks its customer until the commit. */
export type CountSavedCard = (trx: Connection, merchantId: string, customerId: string) => Promise<void>

/** @param describeEvent - builds the event of a card that a transaction saved. */
export function createCardSaving({
  describeEvent,
  countSavedCard,
}: {
  readonly describeEvent: (card: SavedCard, transactionId: string) => CardEvent
  readonly countSavedCard: CountSavedCard
}): CardSaving {
  return {
    async keep(trx, card) {
      const kept = withTables<PaymentMethodTables>(trx)
        .insertInto('payment_methods')
        .values({
          merchant_id: card.merchantId,
          id: card.id,
          customer_id: card.customerId,
          transaction_id: card.transactionId,
          status: 'PENDING',
          tokenize_for: card.tokenizeFor,
          brand: card.brand,
          masked: card.masked,
          expiration_month: card.expirationMonth,
          expiration_year: card.expirationYear,
          authentication_status: null,
          network_transaction_id: null,
          first_authentication: null,
          dedupe_hash: card.dedupeHash,
          dek_id: card.number.dekId,
          number_sealed: card.number.sealed,
          created_at: card.createdAtMs,
          updated_at: card.createdAtMs,
        })
        .onConflict((conflict) => conflict.doNothing())
      await addToCommit(trx, kept)
    },

    async settle(connection, payment, nowMs) {
      const { merchantId, transactionId, isApproved } = payment
      const trx: Commit = withTables(connection)
      const pending = await trx
        .selectFrom('payment_methods')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('status', '=', 'PENDING')
        .executeTakeFirst()
      if (!pending) return null
      const { authenticationStatus, networkTransactionId, firstAuthentication } = payment
      const provenance = { authenticationStatus, networkTransactionId, firstAuthentication }
      const card = { ...fromPaymentMethodRow(pending), ...provenance }
      if (!isApproved) {
        await erase(trx, card)
        return null
      }
      const known = await refreshKnown(trx, countSavedCard, card, pending.dedupe_hash, nowMs)
      if (known) await erase(trx, card)
      else await activate(trx, card, nowMs)
      const saved = known ?? card
      return { token: saved.id, event: describeEvent(saved, transactionId) }
    },
  }
}

/**
 * Finds the same card of the same customer if it is already saved. The latest payment determines its use and its
 * authentication. A card that is saved for the merchant stays so, even if the shopper saves it again at a checkout. A
 * card without a customer never equals another.
 *
 * @decision 0081
 */
async function refreshKnown(
  trx: Commit,
  countSavedCard: CountSavedCard,
  card: SavedCard,
  dedupeHash: string | null,
  nowMs: number,
): Promise<SavedCard | null> {
  const { merchantId, customerId, expirationMonth, expirationYear } = card
  if (customerId === null) return null
  await countSavedCard(trx, merchantId, customerId)
  // Selects by state, not by an id that was read before, because a deletion may be in progress.
  const row = await trx
    .updateTable('payment_methods')
    .set((eb) => ({
      expiration_month: expirationMonth,
      expiration_year: expirationYear,
      ...(isSavedForMerchant(card.tokenizeFor) ? purposeOf(card) : purposeUnlessKept(eb, card)),
      updated_at: nowMs,
    }))
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .where('dedupe_hash', '=', dedupeHash)
    // A literal, because SQLite uses the index of active cards only with one.
    .where('status', '=', sql.lit('ACTIVE'))
    .returningAll()
    .executeTakeFirst()
  return row ? fromPaymentMethodRow(row) : null
}

function purposeOf(card: SavedCard) {
  return { tokenize_for: card.tokenizeFor, ...provenanceOf(card) }
}

/**
 * Decided in the statement itself, because another payment may be saving the card for the merchant at the same time.
 */
function purposeUnlessKept(eb: ExpressionBuilder<PaymentMethodTables, 'payment_methods'>, card: SavedCard) {
  const unlessKept = <Column extends keyof ReturnType<typeof purposeOf>>(column: Column) =>
    eb
      .case()
      .when('tokenize_for', '=', 'MERCHANT_INITIATED_TRANSACTION')
      .then(eb.ref(column))
      .else(purposeOf(card)[column])
      .end()
  return {
    tokenize_for: unlessKept('tokenize_for'),
    authentication_status: unlessKept('authentication_status'),
    network_transaction_id: unlessKept('network_transaction_id'),
    first_authentication: unlessKept('first_authentication'),
  }
}

function provenanceOf({ authenticationStatus, networkTransactionId, firstAuthentication }: SavedCard) {
  return {
    authentication_status: authenticationStatus,
    network_transaction_id: networkTransactionId,
    first_authentication: firstAuthentication && JSON.stringify(firstAuthentication),
  }
}

async function activate(trx: Commit, card: SavedCard, nowMs: number): Promise<void> {
  const { merchantId, id } = card
  const activated = trx
    .updateTable('payment_methods')
    .set({ status: 'ACTIVE', ...provenanceOf(card), updated_at: nowMs })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
  await addToCommit(trx, activated)
}

async function erase(trx: Commit, { merchantId, id }: SavedCard): Promise<void> {
  const erased = trx
    .deleteFrom('payment_methods')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
  await addToCommit(trx, erased)
}
