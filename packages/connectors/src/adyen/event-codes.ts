import type { EventMessage } from '@sluice/provider-protocol'

type RecordMessage = Extract<EventMessage, { kind: 'RECORD' }>['record']

/** An incident that an event reports about a payment that has ended. */
export interface RecordMeaning {
  readonly record: RecordMessage['kind']
  readonly funds?: NonNullable<RecordMessage['funds']>
  /** Whether it is a step of a dispute, which Adyen identifies by the event's own reference. */
  readonly isDispute?: true
}

/** Events that report how a call of ours ended. */
export const OUTCOME_EVENTS = [
  'AUTHORISATION',
  'AUTHORISATION_ADJUSTMENT',
  'CAPTURE',
  'REFUND',
  'CANCELLATION',
  'CANCEL_OR_REFUND',
  'TECHNICAL_CANCEL',
  'OFFER_CLOSED',
] as const

/** The name of an event that reports how a call of ours ended. */
export type OutcomeEventCode = (typeof OUTCOME_EVENTS)[number]

const dispute = (
  record: RecordMessage['kind'],
  funds: NonNullable<RecordMessage['funds']>,
): RecordMeaning => ({
  record,
  funds,
  isDispute: true,
})

/** Events that report later incidents. Names that are in neither table are counted. */
export const RECORD_EVENTS: Readonly<Record<string, RecordMeaning>> = {
  CAPTURE_FAILED: { record: 'CAPTURE_FAILED' },
  REFUND_FAILED: { record: 'REFUND_FAILED' },
  REFUNDED_REVERSED: { record: 'REFUND_REVERSED' },
  EXPIRE: { record: 'RELEASED_ELSEWHERE' },
  NOTIFICATION_OF_FRAUD: { record: 'FRAUD_REPORTED' },
  REQUEST_FOR_INFORMATION: { record: 'RETRIEVAL_REQUESTED' },
  NOTIFICATION_OF_CHARGEBACK: dispute('DISPUTE_OPENED', 'NONE'),
  CHARGEBACK: dispute('DISPUTE_OPENED', 'WITHDRAWN'),
  INFORMATION_SUPPLIED: dispute('DISPUTE_UPDATED', 'NONE'),
  ISSUER_COMMENTS: dispute('DISPUTE_UPDATED', 'NONE'),
  DISPUTE_DEFENSE_PERIOD_ENDED: dispute('DISPUTE_UPDATED', 'NONE'),
  CHARGEBACK_REVERSED: dispute('DISPUTE_WON', 'REINSTATED'),
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: dispute('DISPUTE_WON', 'NONE'),
  SECOND_CHARGEBACK: dispute('DISPUTE_REOPENED', 'WITHDRAWN'),
  PREARBITRATION_OPEN: dispute('DISPUTE_REOPENED', 'NONE'),
  PREARBITRATION_DECLINED: dispute('DISPUTE_UPDATED', 'NONE'),
  PREARBITRATION_WON: dispute('DISPUTE_WON', 'NONE'),
  PREARBITRATION_ISSUER_WITHDRAWN: dispute('DISPUTE_WON', 'NONE'),
  PREARBITRATION_LOST: dispute('DISPUTE_LOST', 'NONE'),
  PREARBITRATION_ACCEPTED: dispute('DISPUTE_LOST', 'NONE'),
  SCHEME_ARBITRATION: dispute('DISPUTE_REOPENED', 'NONE'),
  SCHEME_ARBITRATION_WON: dispute('DISPUTE_WON', 'NONE'),
  SCHEME_ARBITRATION_LOST: dispute('DISPUTE_LOST', 'NONE'),
}

/** Operations from the Customer Area: successful events without a reference of the gateway. */
export const ELSEWHERE: Readonly<Partial<Record<OutcomeEventCode, RecordMeaning>>> = {
  CAPTURE: { record: 'CAPTURED_ELSEWHERE' },
  REFUND: { record: 'REFUNDED_ELSEWHERE' },
  CANCELLATION: { record: 'RELEASED_ELSEWHERE' },
}

/** The event codes to enable in the Customer Area. */
export const EVENT_CODES: readonly string[] = [...OUTCOME_EVENTS, ...Object.keys(RECORD_EVENTS)]
