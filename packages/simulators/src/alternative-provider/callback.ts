import { fromMinorUnits, isCurrency, type ProcessingCode } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from './order.ts'

/** A report that a provider has yet to send. */
export interface PlannedCallback {
  /** The JSON text that is signed and sent. */
  readonly body: string
  /** Whether the report repeats the one before it, under the same id. */
  readonly isRepeat: boolean
}

/** Delays before the second and later attempts. After the last one, the provider gives up. */
export const CALLBACK_RETRY_WAITS_MS = [5_000, 30_000, 120_000, 600_000] as const

type CallbackStatus = 'COMPLETED' | 'DECLINED' | 'CANCELED' | 'EXPIRED' | 'PENDING'

const STATUS_BY_CODE: Readonly<Partial<Record<ProcessingCode, CallbackStatus>>> = {
  '0000': 'COMPLETED',
  '1002': 'PENDING',
  '1003': 'CANCELED',
  '1005': 'EXPIRED',
}

interface Report {
  readonly status: CallbackStatus
  /** The error in the amount, in minor units. */
  readonly extraMinor?: number
  readonly isRepeat?: boolean
}

/** The reports that each fault sends in place of one. */
const REPORTS_BY_FAULT: Readonly<Record<string, (status: CallbackStatus) => readonly Report[]>> = {
  DUPLICATE_CALLBACK: (status) => [{ status }, { status, isRepeat: true }],
  REORDERED_CALLBACKS: (status) => [{ status }, { status: 'PENDING' }],
  CONTRADICTING_CALLBACK: (status) => [
    { status },
    { status: status === 'DECLINED' ? 'COMPLETED' : 'DECLINED' },
  ],
  WRONG_AMOUNT_CALLBACK: (status) => [{ status, extraMinor: 1 }],
}

/** Returns the reports that a settled order causes, in the order in which they are sent. */
export function planCallbacks(order: SimulatedOrder, code: ProcessingCode): readonly PlannedCallback[] {
  const status = STATUS_BY_CODE[code] ?? 'DECLINED'
  const reports = REPORTS_BY_FAULT[order.fault ?? '']?.(status) ?? [{ status }]
  return reports.map((report) => ({
    body: writeBody(order, report.status, order.amountMinor + (report.extraMinor ?? 0)),
    isRepeat: report.isRepeat ?? false,
  }))
}

/** @see docs/protocol/redirect-methods.md#provider-callback */
function writeBody(order: SimulatedOrder, status: CallbackStatus, amountMinor: number): string {
  if (!isCurrency(order.currency)) throw new TypeError(`${order.currency} is no currency`)
  const members = {
    accountReference: order.accountId,
    psTransactionId: order.referenceNumber,
    transactionId: order.transactionId,
    userId: `user-${order.systan}`,
    currency: order.currency,
    status,
    type: order.direction,
  }
  // Returns the amount as a decimal number, built from digits without floating point.
  return `${JSON.stringify(members).slice(0, -1)},"amount":${fromMinorUnits(amountMinor, order.currency)}}`
}
