import { isJsonObject, type JsonObject, objectOf, parseJsonObject, textOf } from '../kit/index.ts'
import { readAmount, type WrittenAmount } from './outcome.ts'

/** One item of a standard webhook. */
export interface Notification {
  readonly pspReference: string
  readonly originalReference: string | null
  readonly merchantAccount: string
  readonly merchantReference: string
  readonly eventCode: string
  readonly isSuccess: boolean
  readonly amount: WrittenAmount
  readonly reason: string | null
  readonly paymentMethod: string | null
  readonly extra: JsonObject | null
  readonly occurredAt: string
  readonly isLive: boolean
}

/**
 * Adyen sends one item in a body of JSON. Anyone who has seen one signed item could replay it thousands of times, more
 * than one statement can store.
 */
const ITEMS_MAX = 100

/** Returns the items of a standard webhook, unverified, or null for any other body. */
export function readItems(
  body: string,
): { readonly items: readonly JsonObject[]; readonly isLive: boolean } | null {
  const object = parseJsonObject(body)
  const wrappers = object?.['notificationItems']
  if (!Array.isArray(wrappers) || wrappers.length === 0 || wrappers.length > ITEMS_MAX) return null
  const items = wrappers.flatMap((wrapper: unknown): JsonObject[] => {
    const item = isJsonObject(wrapper) ? objectOf(wrapper, 'NotificationRequestItem') : null
    return item === null ? [] : [item]
  })
  const isLive = object?.['live'] === 'true' || object?.['live'] === true
  return items.length === wrappers.length ? { items, isLive } : null
}

/** Reads an item; null if a member is missing, or the amount is not in a known unit. */
export function readNotification(item: JsonObject, isLive: boolean): Notification | null {
  const pspReference = textOf(item, 'pspReference')
  const merchantAccount = textOf(item, 'merchantAccountCode')
  const eventCode = textOf(item, 'eventCode')
  const amount = readAmount(objectOf(item, 'amount'))
  const occurredAtMs = Date.parse(textOf(item, 'eventDate') ?? '')
  if (pspReference === null || merchantAccount === null || eventCode === null || amount === null) return null
  if (Number.isNaN(occurredAtMs)) return null
  return {
    pspReference,
    originalReference: textOf(item, 'originalReference'),
    merchantAccount,
    merchantReference: textOf(item, 'merchantReference') ?? '',
    eventCode,
    isSuccess: textOf(item, 'success') === 'true',
    amount,
    reason: textOf(item, 'reason'),
    paymentMethod: textOf(item, 'paymentMethod'),
    extra: objectOf(item, 'additionalData'),
    occurredAt: new Date(occurredAtMs).toISOString(),
    isLive,
  }
}
