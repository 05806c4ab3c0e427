import type { SealedFieldName } from '@sluice/card-encryption/decrypt'
import type { Connection } from '@sluice/platform/database/connection'

import type { SealedFieldUse } from './open-sealed-fields.ts'
import type { WalletTokenUse } from './wallet-token/open-token.ts'

/** A use of what pays for one order alone, however often that order is sent. */
export type OneTimeUse = SealedFieldUse | WalletTokenUse

/** The order that is paid. */
export interface PaidOrder {
  readonly merchantId: string
  readonly terminalId: string
  readonly reference: string
}

/** Paid for another order before. */
export type UseRefusal =
  | { readonly kind: 'sealed_field_used'; readonly field: SealedFieldName }
  | { readonly kind: 'wallet_token_used' }

/** Fails the commit of an order: something that pays for it paid for another one before. */
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

/** What pays once pays for the order that it came with, however often that is sent, and for no other. */
export interface OneTimeUses {
  /** Binds the uses to the order within the commit that opens its transaction, which fails by {@link UsedElsewhere}. */
  bind(trx: Connection, order: PaidOrder, uses: readonly OneTimeUse[]): Promise<void>
  /** Which of the uses it was, looked up after the commit failed. */
  findRefusal(failure: UsedElsewhere): Promise<UseRefusal>
  /**
   * The same for an attempt that corrects a declined one: what was bound before is refused even for its own order, which
   * is told. A card number alone may be sent again, since a form keeps it.
   */
  rebind(trx: Connection, order: PaidOrder, uses: readonly OneTimeUse[]): Promise<UseRefusal | null>
  /** Deletes the uses of what has expired by itself; returns how many. */
  purgeExpired(): Promise<number>
}
