import type {
  AuthorizationAnswerMessage,
  CapabilitiesMessage,
  ContinuationAnswerMessage,
  EventMessage,
  FenceAnswerMessage,
  NetworkAdviceMessage,
  OrderAnswerMessage,
  OutcomeMessage,
} from '@sluice/provider-protocol'

import { CALL_KINDS } from '../../src/transactions/execution/declarations.ts'
import type {
  CallRequest,
  AuthenticationNeeded,
  AuthenticationStep,
  Fence,
  InvalidResult,
  NetworkAdvice,
  OrderAnswer,
  OutcomeReport,
  ProviderCapabilities,
  ProviderEvent,
  ProviderNames,
  ProviderOutcome,
  ReportedRecord,
} from '../../src/transactions/execution/provider.ts'

/** Writes each answer that `provider.wire.ts` reads, and each event that `read-events.ts` reads. */

/**
 * The call of an outcome. An adapter returns an outcome only for its call, so account and currency are those of the
 * call.
 */
export type Answered = Pick<CallRequest, 'key' | 'accountId' | 'amountMinor' | 'currency'>

export function toOutcomeWire(answered: Answered, outcome: ProviderOutcome): OutcomeMessage {
  const isApproved = outcome.processingCode === '0000'
  const { may, captureBeforeMs } = outcome
  return {
    idempotency_key: answered.key,
    account_id: answered.accountId,
    approved_amount: isApproved ? (outcome.approvedMinor ?? answered.amountMinor) : 0,
    currency: answered.currency,
    ...toNamesWire(outcome.names),
    processing_code: outcome.processingCode,
    response_code: outcome.providerResponseCode,
    response_message: outcome.providerResponseMessage,
    approval_code: outcome.approvalCode,
    reference_number: outcome.referenceNumber,
    systan: outcome.systan,
    retryable: outcome.retryable,
    network_transaction_id: outcome.networkTransactionId ?? null,
    ...(outcome.report && toReportWire(outcome.report)),
    ...(may && {
      may: { capture_several: may.captureSeveral, increment: may.increment, extend: may.extend },
    }),
    ...(captureBeforeMs !== undefined && { capture_before: toTime(captureBeforeMs) }),
  }
}

export function toNamesWire(names: ProviderNames | undefined): Pick<OutcomeMessage, 'state' | 'refs'> {
  return names ? { state: names.state?.reveal() ?? null, refs: [...names.refs] } : {}
}

function toReportWire(report: OutcomeReport): Partial<OutcomeMessage> {
  return {
    code_namespace: report.codeNamespace,
    avs_result: report.avsResult,
    cvv_result: report.cvvResult,
    network_advice: report.networkAdvice && toAdviceWire(report.networkAdvice),
    ...(report.isSoftDecline && { soft_decline: true }),
  }
}

function toAdviceWire(advice: NetworkAdvice): NetworkAdviceMessage {
  if (advice.kind !== 'RETRY_AFTER') return advice
  return { kind: advice.kind, code: advice.code, at: toTime(advice.atMs) }
}

export function toOrderAnswerWire(answered: Answered, answer: OrderAnswer): OrderAnswerMessage {
  if (answer.kind === 'outcome')
    return { result: 'OUTCOME', outcome: toOutcomeWire(answered, answer.outcome) }
  const named = { idempotency_key: answered.key, ...toNamesWire(answer.names) }
  if (answer.kind === 'redirect') return { result: 'REDIRECT', ...named, redirect_url: answer.url }
  const { page } = answer
  const shown = {
    account: page.account,
    expires_at: page.expiresAtMs === null ? null : toTime(page.expiresAtMs),
  }
  switch (page.kind) {
    case 'FORM':
      return { result: 'FORM', ...named, form: { url: page.url, fields: { ...page.data } } }
    case 'DISPLAY': {
      const { qrText, appLinks } = page
      return { result: 'DISPLAY', ...named, ...shown, qr_text: qrText, app_links: [...appLinks] }
    }
    case 'TRANSFER': {
      const { account, ...rest } = shown
      if (account === null) throw new TypeError('A transfer needs an account')
      return { result: 'BANK_TRANSFER', ...named, ...rest, account, redirect_url: page.providerUrl }
    }
  }
}

export function toFenceAnswerWire(answered: Answered, fence: Fence): FenceAnswerMessage {
  if (fence.kind === 'outcome') return { result: 'OUTCOME', outcome: toOutcomeWire(answered, fence.outcome) }
  return { result: fence.kind === 'fenced' ? 'FENCED' : 'IN_PROGRESS', key: answered.key }
}

/** Writes the declarations of an adapter. */
export function toCapabilitiesWire(declared: ProviderCapabilities): CapabilitiesMessage {
  const { capture, refund, void: voids } = declared.operations
  const fences = CALL_KINDS.map((kind) => declared.calls[kind].fence)
  return {
    methods: [...declared.methods],
    operations: [
      ...(capture ? (['CAPTURE'] as const) : []),
      ...(refund ? (['REFUND'] as const) : []),
      ...(voids.size > 0 ? (['VOID'] as const) : []),
    ],
    fences: fences.some((fence) => fence !== 'none'),
    preparations: fences.includes('cancel-prepared'),
    verifies: declared.operations.verify,
    authenticates: (declared.authenticatesAt?.size ?? 0) > 0,
    reports: declared.reports !== 'NONE',
  }
}

export function toEventWire(event: ProviderEvent): EventMessage {
  const told = { id: event.id, live: event.isLive, occurred_at: toTime(event.occurredAtMs) }
  const { key, accountId, amountMinor, currency, call, outcome, record } = event
  const names = { account_id: accountId, idempotency_key: key, refs: [...event.refs] }
  if (outcome && call !== null && key !== null && amountMinor !== null && currency !== null) {
    const written = toOutcomeWire({ key, accountId, amountMinor, currency }, outcome)
    const reported = { ...written, refs: [...event.refs] }
    return { ...told, kind: 'OUTCOME', call, amount: amountMinor, outcome: reported }
  }
  if (record === null) return { ...told, ...names, kind: 'OTHER' }
  const parent_refs = [...event.parentRefs]
  return { ...told, ...names, kind: 'RECORD', fact: event.fact, parent_refs, record: toRecordWire(record) }
}

function toRecordWire(record: ReportedRecord): Extract<EventMessage, { kind: 'RECORD' }>['record'] {
  return {
    kind: record.kind,
    amount: record.amountMinor,
    currency: record.currency,
    reason_code: record.reasonCode,
    reason: record.reason,
    dispute_reference: record.disputeReference,
    funds: record.funds,
    respond_by: record.respondByMs === null ? null : toTime(record.respondByMs),
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** Writes an adapter's answer to an authorization. */
export function toAuthorizationAnswerWire(
  call: Answered,
  answer: ProviderOutcome | AuthenticationNeeded,
): AuthorizationAnswerMessage {
  if (!('kind' in answer)) return toOutcomeWire(call, answer)
  const names = answer.names && toNamesWire(answer.names)
  return { result: 'AUTHENTICATE', idempotency_key: call.key, step: toStepWire(answer.step), ...names }
}

/** Writes an adapter's answer to a continuation. */
export function toContinuationAnswerWire(
  call: Answered,
  answer: ProviderOutcome | AuthenticationNeeded | InvalidResult,
): ContinuationAnswerMessage {
  if (!('kind' in answer) || answer.kind === 'authenticate') return toAuthorizationAnswerWire(call, answer)
  return { result: 'NOT_VALID', idempotency_key: call.key }
}

function toStepWire(
  step: AuthenticationStep,
): Extract<AuthorizationAnswerMessage, { readonly result: 'AUTHENTICATE' }>['step'] {
  const version = (text: string) => text as '2.2.0'
  switch (step.kind) {
    case 'fingerprint':
      return {
        kind: 'FINGERPRINT',
        three_ds_server_trans_id: step.threeDsServerTransId,
        three_ds_method_url: step.methodUrl,
        message_version: version(step.messageVersion),
      }
    case 'challenge':
      return {
        kind: 'CHALLENGE',
        three_ds_server_trans_id: step.threeDsServerTransId,
        acs_trans_id: step.acsTransId,
        acs_url: step.acsUrl,
        message_version: version(step.messageVersion),
      }
    case 'page':
      return step.fields === null
        ? { kind: 'REDIRECT', url: step.url }
        : { kind: 'FORM', url: step.url, fields: { ...step.fields } }
  }
}
