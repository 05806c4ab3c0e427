import type { EventsMessage } from '@sluice/provider-protocol'
import type { DisputeFunds, RecordKind } from '@sluice/types/vocabulary'

/** A simulated provider's report about a transaction after its final state. Null members get the usual values. */
export interface Incident {
  readonly merchantId: string
  readonly transactionId: string
  readonly kind: RecordKind
  readonly amountMinor: number | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly disputeReference: string | null
  readonly funds: DisputeFunds | null
  readonly respondByMs: number | null
  /** The provider's id of the incident. An incident with a known id is reported by another event, and counts once. */
  readonly fact: string | null
}

/** The call that an incident concerns. */
interface Affected {
  readonly idempotencyKey: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
}

export type RecordEvent = Extract<EventsMessage['events'][number], { kind: 'RECORD' }>

const DAY_MS = 86_400_000

/** Roughly the time that the networks allow for the first evidence. */
const EVIDENCE_MS = 7 * DAY_MS

const DISPUTE = 'DISPUTE_'

const FUNDS: Readonly<Partial<Record<RecordKind, DisputeFunds>>> = {
  DISPUTE_OPENED: 'WITHDRAWN',
  DISPUTE_WON: 'REINSTATED',
  DISPUTE_REOPENED: 'WITHDRAWN',
}

const REASONS: Readonly<Partial<Record<RecordKind, readonly [code: string, text: string]>>> = {
  CAPTURE_FAILED: ['EXPIRED', 'The authorization expired at the issuer'],
  REFUND_FAILED: ['ACCOUNT_CLOSED', 'The account of the cardholder is closed'],
  RETURNED: ['AC04', 'Closed account number'],
  DISPUTE_OPENED: ['10.4', 'Other fraud: card-absent environment'],
  FRAUD_REPORTED: ['6', 'Fraudulent use of the account number'],
  RETRIEVAL_REQUESTED: ['30', 'The cardholder asks for a copy of the receipt'],
}

/** Describes an incident as the provider's event. */
export function describeIncident(
  incident: Incident,
  affected: Affected,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): RecordEvent {
  const { kind, transactionId } = incident
  const [reasonCode = null, reason = null] = REASONS[kind] ?? []
  const fact = incident.fact ?? `fact_${id}`
  const isDispute = kind.startsWith(DISPUTE)
  const disputeReference = isDispute ? (incident.disputeReference ?? `dp_${transactionId}`) : null
  const givesTime = kind === 'DISPUTE_OPENED' || kind === 'DISPUTE_REOPENED'
  const respondByMs = incident.respondByMs ?? (givesTime ? nowMs + EVIDENCE_MS : null)
  return {
    id,
    fact,
    kind: 'RECORD',
    live: false,
    occurred_at: new Date(nowMs).toISOString(),
    account_id: affected.accountId,
    idempotency_key: affected.idempotencyKey,
    refs: [disputeReference ?? fact],
    record: {
      kind,
      amount: incident.amountMinor ?? affected.amountMinor,
      currency: affected.currency,
      reason_code: incident.reasonCode ?? reasonCode,
      reason: incident.reason ?? reason,
      dispute_reference: disputeReference,
      funds: incident.funds ?? FUNDS[kind] ?? null,
      respond_by: respondByMs === null ? null : new Date(respondByMs).toISOString(),
    },
  }
}
