/** Events that can change the money of a transaction after its final state. */
export const RECORD_KINDS = [
  'CAPTURE_FAILED',
  'REFUND_FAILED',
  'REFUND_REVERSED',
  'RETURNED',
  'DISPUTE_OPENED',
  'DISPUTE_UPDATED',
  'DISPUTE_WON',
  'DISPUTE_LOST',
  'DISPUTE_REOPENED',
  'DISPUTE_CLOSED',
  'FRAUD_REPORTED',
  'RETRIEVAL_REQUESTED',
  'REFUNDED_ELSEWHERE',
  'CAPTURED_ELSEWHERE',
  'RELEASED_ELSEWHERE',
] as const

/** An event that changed the money of a transaction after its final state. */
export type RecordKind = (typeof RECORD_KINDS)[number]

/** The effects that a step of a dispute can have on the money. */
export const DISPUTE_FUNDS = ['NONE', 'WITHDRAWN', 'REINSTATED'] as const

/** The effect of a step of a dispute on the money. */
export type DisputeFunds = (typeof DISPUTE_FUNDS)[number]

/** The status of a dispute. */
export const DISPUTE_STATUSES = ['OPENED', 'EVIDENCE_SENT', 'WON', 'LOST', 'CLOSED'] as const

/** The status of a dispute. */
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** Sent for each record that belongs to no dispute. */
export const RECORD_EVENTS = [
  'transaction-svc:record:capture-failed',
  'transaction-svc:record:refund-failed',
  'transaction-svc:record:refund-reversed',
  'transaction-svc:record:returned',
  'transaction-svc:record:fraud-reported',
  'transaction-svc:record:retrieval-requested',
  'transaction-svc:record:refunded-elsewhere',
  'transaction-svc:record:captured-elsewhere',
  'transaction-svc:record:released-elsewhere',
] as const

/** The name of an event about a record. */
export type RecordEventName = (typeof RECORD_EVENTS)[number]

/** Sent for each step of a dispute. */
export const DISPUTE_EVENTS = [
  'transaction-svc:dispute:opened',
  'transaction-svc:dispute:updated',
  'transaction-svc:dispute:evidence-due',
  'transaction-svc:dispute:won',
  'transaction-svc:dispute:lost',
  'transaction-svc:dispute:reopened',
  'transaction-svc:dispute:closed',
] as const

/** The name of an event about a dispute. */
export type DisputeEventName = (typeof DISPUTE_EVENTS)[number]

/** Returns the name of the event that reports a record. */
export function recordEventName(kind: RecordKind): RecordEventName | DisputeEventName {
  const words = kind.toLowerCase().replaceAll('_', '-')
  const name = kind.startsWith(DISPUTE)
    ? `transaction-svc:dispute:${words.slice(DISPUTE.length)}`
    : `transaction-svc:record:${words}`
  return name as RecordEventName | DisputeEventName
}

const DISPUTE = 'DISPUTE_'

/** The states of a provider's event that was not applied. */
export const UNAPPLIED_EVENT_STATES = ['WAITING', 'BROKEN', 'FOREIGN', 'IGNORED'] as const

/** The state of a provider's event that was not applied. */
export type UnappliedEventState = (typeof UNAPPLIED_EVENT_STATES)[number]
