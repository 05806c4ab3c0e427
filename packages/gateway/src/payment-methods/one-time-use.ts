import type { SealedFieldName } from '@sluice/card-encryption/decrypt'
import type { Connection } from '@sluice/platform/database/connection'

import type { SealedFieldUse } from './open-sealed-fields.ts'
import type { WalletTokenUse } from './wallet-token/open-token.ts'

/** The use of something that pays for one order only, however often that order is sent. */
export type OneTimeUse = SealedFieldUse | WalletTokenUse

/** The order that is paid. */
export interface PaidOrder {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
}

/** It paid for another order before. */
export type UseRefusal =
  | { readonly kind: 'sealed_field_used'; readonly field: SealedFieldName }
  | { readonly kind: 'wallet_token_used' }

/** Fails the commit of an order because something that pays for it has already paid for another one. */
export class UsedElsewhere extends Error {
  override readonly name = 'UsedElsewhere'
  readonly order: PaidOrder
  readonly uses: readonly [OneTimeUse, ...OneTimeUse[]]

  constructor(order: PaidOrder, uses: readonly [OneTimeUse, ...OneTimeUse[]]) {
    super('what pays once paid for another order')
    this.order = order
    this.uses = uses
  }
}

/**
 * Binds one-time payment data to the order with which it came. A repeated order may use it again, and no other order
 * may.
 */
export interface OneTimeUses {
  /** Binds the uses to the order within the commit that opens its transaction, which fails by {@link UsedElsewhere}. */
  bind(trx: Connection, order: PaidOrder, uses: readonly OneTimeUse[]): Promise<void>
  /** Returns which of the uses it was, looked up after the commit failed. */
  findRefusal(failure: UsedElsewhere): Promise<UseRefusal>
  /**
   * Binds the uses for an attempt that corrects a declined one. Data that was bound before is refused even for its
   * own order, and reported. Only a card number may be sent again, because a form keeps it.
   */
  rebind(trx: Connection, order: PaidOrder, uses: readonly OneTimeUse[]): Promise<UseRefusal | null>
  /** Deletes the uses of expired data, and returns their number. */
  purgeExpired(): Promise<number>
}
