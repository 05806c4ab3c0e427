import { createHmac } from 'node:crypto'

/** The members of a standard webhook's item that are signed. */
export interface SignedItem {
  readonly pspReference: string
  readonly originalReference?: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly eventCode: string
  readonly success: string
}

/** Computes `additionalData.hmacSignature` of an item. */
export function signItem(item: SignedItem, hmacKey: string): string {
  const { amount } = item
  const text = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    amount.value,
    amount.currency,
    item.eventCode,
    item.success,
  ].join(':')
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(text).digest('base64')
}
