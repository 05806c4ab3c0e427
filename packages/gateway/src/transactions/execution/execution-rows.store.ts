import type { ChallengePreference, Exemption, ProcessingCode } from '@sluice/types/vocabulary'
import type { Insertable, Kysely, Selectable } from 'kysely'

import type {
  AttemptAuthenticationTable,
  AttemptConfirmationTable,
  AttemptTable,
  ResumeTokenTable,
  PendingAuthenticationTable,
  TransactionTables,
} from '../transactions.tables.ts'
import type {
  AuthenticationChannel,
  ChallengeDisplay,
  ResumeTokenKind,
  OnUnavailable,
} from '../../three-ds/index.ts'
import type { Attempt, AttemptAuthentication, AttemptConfirmation, AttemptStatus } from './attempt.ts'
import type { OutcomeReport } from './provider.ts'
import type { BrowserStep, PendingAuthentication, FlowStep, StoredResumeToken } from './execution-records.ts'

/** Converts attempts, pending authentications and resume tokens to whole rows, and back. */

export function toAttemptRow(attempt: Attempt, nowMs: number): Insertable<AttemptTable> {
  return {
    merchant_id: attempt.merchantId,
    id: attempt.id,
    transaction_id: attempt.transactionId,
    number: attempt.number,
    provider_id: attempt.providerId,
    provider_account_id: attempt.accountId,
    created_at: attempt.createdAtMs,
    status: attempt.status,
    due_at: attempt.dueAtMs,
    processing_code: attempt.processingCode,
    provider_response_code: attempt.responseCode,
    provider_response_message: attempt.responseMessage,
    approval_code: attempt.approvalCode,
    reference_number: attempt.referenceNumber,
    systan: attempt.systan,
    network_transaction_id: attempt.networkTransactionId,
    skipped_accounts: attempt.skipped.length === 0 ? null : JSON.stringify(attempt.skipped),
    provider_reference: attempt.providerReference,
    provider_report: attempt.report && JSON.stringify(attempt.report),
    challenge_preference: attempt.requested.challengePreference,
    exemption: attempt.requested.exemption,
    exemption_applied: attempt.exemptionApplied,
    updated_at: nowMs,
  }
}

/** Columns of an attempt that later commits may change. */
export const MUTABLE_ATTEMPT_COLUMNS = [
  'status',
  'due_at',
  'processing_code',
  'provider_response_code',
  'provider_response_message',
  'approval_code',
  'reference_number',
  'systan',
  'network_transaction_id',
  'provider_reference',
  'provider_report',
  'exemption_applied',
  'updated_at',
] as const satisfies readonly (keyof AttemptTable)[]

export function fromAttemptRow(
  row: Selectable<AttemptTable> & StoredAuthentication & StoredConfirmation,
): Attempt {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    transactionId: row.transaction_id,
    number: row.number,
    providerId: row.provider_id,
    accountId: row.provider_account_id,
    status: row.status as AttemptStatus,
    dueAtMs: row.due_at,
    processingCode: row.processing_code as ProcessingCode | null,
    responseCode: row.provider_response_code,
    responseMessage: row.provider_response_message,
    approvalCode: row.approval_code,
    referenceNumber: row.reference_number,
    systan: row.systan,
    networkTransactionId: row.network_transaction_id,
    providerReference: row.provider_reference,
    report: row.provider_report === null ? null : (JSON.parse(row.provider_report) as OutcomeReport),
    authentication: fromAuthenticationColumns(row),
    ...fromConfirmationColumns(row),
    skipped: row.skipped_accounts === null ? [] : (JSON.parse(row.skipped_accounts) as Attempt['skipped']),
    requested: {
      challengePreference: row.challenge_preference as ChallengePreference | null,
      exemption: row.exemption as Exemption | null,
    },
    exemptionApplied: row.exemption_applied as Exemption | null,
    createdAtMs: row.created_at,
  }
}

/** Columns of an authentication, in addition to those of its attempt. */
export const AUTHENTICATION_COLUMNS = [
  'three_ds_server',
  'channel',
  'three_ds_server_trans_id',
  'message_version',
  'acs_trans_id',
  'acs_url',
  'hosted_challenge',
  'ds_trans_id',
  'completion_indicator',
  'trans_status',
  'trans_status_reason',
  'eci',
  'challenge_cancel',
  'challenge_round',
  'challenge_expires_at',
  'cres_received_at',
] as const satisfies readonly (keyof AttemptAuthenticationTable)[]

/** Columns of a confirmation, in addition to those of its attempt. */
const CONFIRMATION_COLUMNS = [
  'on_unavailable',
  'awaits',
  'sealed_page',
  'invalid_results',
  'ends_as',
  'continue_key',
  'sealed_result',
  'continued_at',
] as const satisfies readonly (keyof AttemptConfirmationTable)[]

/** Attempts, each with its authentication and confirmation where it has one, as {@link fromAttemptRow} reads them. */
export function selectAttempts(db: Kysely<TransactionTables>) {
  return db
    .selectFrom('attempts')
    .leftJoin('attempt_confirmations as confirmation', (join) =>
      join
        .onRef('confirmation.merchant_id', '=', 'attempts.merchant_id')
        .onRef('confirmation.attempt_id', '=', 'attempts.id'),
    )
    .leftJoin('attempt_authentications as authentication', (join) =>
      join
        .onRef('authentication.merchant_id', '=', 'attempts.merchant_id')
        .onRef('authentication.transaction_id', '=', 'attempts.transaction_id')
        .onRef('authentication.attempt_id', '=', 'attempts.id'),
    )
    .selectAll('attempts')
    .select(AUTHENTICATION_COLUMNS)
    .select(CONFIRMATION_COLUMNS)
}

type AuthenticationColumns = Pick<
  Selectable<AttemptAuthenticationTable>,
  (typeof AUTHENTICATION_COLUMNS)[number]
>

/** All null if there are none. */
type StoredAuthentication = {
  readonly [Column in keyof AuthenticationColumns]: AuthenticationColumns[Column] | null
}

type ConfirmationColumns = Pick<Selectable<AttemptConfirmationTable>, (typeof CONFIRMATION_COLUMNS)[number]>

/** All null where there is none. */
type StoredConfirmation = {
  readonly [Column in keyof ConfirmationColumns]: ConfirmationColumns[Column] | null
}

/** Set while the shopper may be redirected to the provider's page, or back to it. */
const HELD: ReadonlySet<AttemptStatus> = new Set(['STARTED', 'CONFIRMING'])

/** Writes the row of a confirmation. Nothing from a shopper's browser outlives the attempt. */
export function toConfirmationRow(
  { merchantId, transactionId, id, status }: Attempt,
  { continuation, ...confirmation }: AttemptConfirmation,
  nowMs: number,
): Insertable<AttemptConfirmationTable> {
  const sent = status === 'ENDED' ? null : continuation
  return {
    merchant_id: merchantId,
    attempt_id: id,
    transaction_id: transactionId,
    on_unavailable: confirmation.onUnavailable,
    awaits: confirmation.awaits,
    sealed_page: HELD.has(status) ? confirmation.sealedPage : null,
    invalid_results: confirmation.invalidResults,
    ends_as: confirmation.endsAs,
    continue_key: sent?.key ?? null,
    sealed_result: sent?.sealedResult ?? null,
    continued_at: sent?.sinceMs ?? null,
    updated_at: nowMs,
  }
}

/** Columns of a confirmation that later commits may change. */
export const MUTABLE_CONFIRMATION_COLUMNS = [
  'awaits',
  'sealed_page',
  'invalid_results',
  'ends_as',
  'continue_key',
  'sealed_result',
  'continued_at',
  'updated_at',
] as const satisfies readonly (keyof AttemptConfirmationTable)[]

function fromConfirmationColumns(row: StoredConfirmation): { readonly confirmation?: AttemptConfirmation } {
  if (row.on_unavailable === null) return {}
  const { continue_key: key, sealed_result: sealedResult, continued_at: sinceMs } = row
  const isSent = key !== null && sealedResult !== null && sinceMs !== null
  return {
    confirmation: {
      onUnavailable: row.on_unavailable as OnUnavailable,
      awaits: row.awaits as AttemptConfirmation['awaits'],
      sealedPage: row.sealed_page === null ? null : Buffer.from(row.sealed_page),
      invalidResults: row.invalid_results ?? 0,
      endsAs: row.ends_as as ProcessingCode | null,
      continuation: isSent ? { key, sealedResult: Buffer.from(sealedResult), sinceMs } : null,
    },
  }
}

/** An attempt whose shopper may be at a challenge. */
const RUNNING: ReadonlySet<AttemptStatus> = new Set(['AUTHENTICATING', 'CONFIRMING'])

export function toAuthenticationColumns({ authentication, status }: Attempt) {
  if (authentication === null) return null
  return {
    three_ds_server: authentication.serverId,
    channel: authentication.channel,
    three_ds_server_trans_id: authentication.threeDsServerTransId,
    message_version: authentication.messageVersion,
    acs_trans_id: authentication.acsTransId,
    acs_url: authentication.acsUrl,
    hosted_challenge: authentication.hostedChallenge,
    ds_trans_id: authentication.dsTransId,
    completion_indicator: authentication.completionIndicator,
    trans_status: authentication.transStatus,
    trans_status_reason: authentication.transStatusReason,
    eci: authentication.eci,
    challenge_cancel: authentication.challengeCancel,
    challenge_round: authentication.round,
    // The index of running challenges holds running challenges only.
    challenge_expires_at: RUNNING.has(status) ? authentication.challengeExpiresAtMs : null,
    cres_received_at: authentication.cresReceivedAtMs,
  } satisfies AuthenticationColumns
}

function fromAuthenticationColumns(row: StoredAuthentication): AttemptAuthentication | null {
  if (row.challenge_round === null) return null
  return {
    serverId: row.three_ds_server,
    channel: row.channel as AuthenticationChannel,
    threeDsServerTransId: row.three_ds_server_trans_id,
    messageVersion: row.message_version,
    acsTransId: row.acs_trans_id,
    acsUrl: row.acs_url,
    hostedChallenge: row.hosted_challenge as ChallengeDisplay | null,
    dsTransId: row.ds_trans_id,
    completionIndicator: row.completion_indicator as 'Y' | 'N' | 'U' | null,
    transStatus: row.trans_status,
    transStatusReason: row.trans_status_reason,
    eci: row.eci,
    challengeCancel: row.challenge_cancel,
    round: row.challenge_round,
    challengeExpiresAtMs: row.challenge_expires_at,
    cresReceivedAtMs: row.cres_received_at,
  }
}

export function toPendingAuthenticationRow(
  pendingAuthentication: PendingAuthentication,
): Insertable<PendingAuthenticationTable> {
  return {
    merchant_id: pendingAuthentication.merchantId,
    transaction_id: pendingAuthentication.transactionId,
    created_at: pendingAuthentication.createdAtMs,
    step_number: pendingAuthentication.stepNumber,
    ...mutablePendingAuthenticationColumns(pendingAuthentication),
  }
}

export function mutablePendingAuthenticationColumns(
  pendingAuthentication: Omit<PendingAuthentication, 'stepNumber'>,
) {
  return {
    attempt_id: pendingAuthentication.attemptId,
    step: pendingAuthentication.step,
    taken_step: pendingAuthentication.takenStep,
    lease_until: pendingAuthentication.leaseUntilMs,
    expires_at: pendingAuthentication.expiresAtMs,
    sealed_card: pendingAuthentication.sealedCard,
    sealed_envelope: pendingAuthentication.sealedStep,
    saves_card: pendingAuthentication.savesCard ? 1 : 0,
  }
}

export function fromPendingAuthenticationRow(
  row: Selectable<PendingAuthenticationTable>,
): PendingAuthentication {
  return {
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    attemptId: row.attempt_id,
    step: row.step as FlowStep,
    takenStep: row.taken_step as BrowserStep | null,
    stepNumber: row.step_number,
    leaseUntilMs: row.lease_until,
    sealedCard: row.sealed_card,
    sealedStep: row.sealed_envelope,
    savesCard: row.saves_card === 1,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  }
}

export function toResumeTokenRow(resumeToken: StoredResumeToken): Insertable<ResumeTokenTable> {
  return {
    lookup: resumeToken.lookup,
    merchant_id: resumeToken.merchantId,
    transaction_id: resumeToken.transactionId,
    attempt_id: resumeToken.attemptId,
    kind: resumeToken.kind,
    step: resumeToken.step,
    wrapped_key: resumeToken.wrappedKey,
    sealed_session: resumeToken.sealedSession,
    created_at: resumeToken.createdAtMs,
  }
}

export function fromResumeTokenRow(row: Selectable<ResumeTokenTable>): StoredResumeToken {
  return {
    lookup: row.lookup,
    merchantId: row.merchant_id,
    transactionId: row.transaction_id,
    attemptId: row.attempt_id,
    kind: row.kind as ResumeTokenKind,
    step: row.step as BrowserStep,
    wrappedKey: row.wrapped_key,
    sealedSession: row.sealed_session,
    createdAtMs: row.created_at,
  }
}
