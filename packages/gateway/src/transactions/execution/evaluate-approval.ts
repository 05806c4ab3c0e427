import type { ProcessingCode } from '@sluice/types/vocabulary'

import { verdictOf } from '../../three-ds/index.ts'
import { type Attempt, beginAuthentication } from './attempt.ts'
import type { Execution } from './execution-records.ts'
import type { ProviderOutcome, ReportedAuthentication } from './provider.ts'
import { statusForCode } from './status-for-code.ts'

/** The verdict on an outcome at a provider that had to authenticate the cardholder itself. */
export interface Judgement {
  /** The attempt, with the authentication that the provider reported. */
  readonly attempt: Attempt
  /** The code that replaces an approval; null if the outcome is valid. */
  readonly refusedAs: ProcessingCode | null
}

/** An authentication that the provider did not report counts as one that could not be performed. */
const NOT_PERFORMED = { transStatus: 'U', eci: null, dsTransId: null, messageVersion: null } as const

/** The letters that prove that the cardholder was authenticated, or that the bank received the request. */
const PROVEN: ReadonlySet<string> = new Set(['Y', 'A'])

/**
 * Evaluates an outcome by the authentication that the provider reported. An approval that lacks a required
 * authentication is refused, whatever the provider says about the money.
 */
export function evaluateApproval({ transaction, attempt }: Execution, outcome: ProviderOutcome): Judgement {
  const { confirmation } = attempt
  if (confirmation === undefined) return { attempt, refusedAs: null }
  const isApproved = statusForCode(outcome.processingCode) === 'APPROVED'
  if (!isApproved)
    return {
      attempt: outcome.authentication ? withReported(attempt, outcome.authentication) : attempt,
      refusedAs: null,
    }
  const told = countedOf(outcome.authentication, attempt)
  const authenticated = withReported(attempt, told)
  const verdict = verdictOf(
    { ...told, transStatusReason: null, authenticationValue: null },
    {
      brand: transaction.paymentMethod.brand ?? '',
      onUnavailable: confirmation.onUnavailable,
      round: attempt.authentication?.round ?? 0,
    },
  )
  return verdict.kind === 'authorize'
    ? { attempt: withReported(attempt, { ...told, eci: verdict.outcome.eci }), refusedAs: null }
    : { attempt: authenticated, refusedAs: REFUSED_AS[told.transStatus] ?? '3002' }
}

/** Letters with which the bank itself refused the cardholder. */
const REFUSED_AS: Readonly<Record<string, ProcessingCode>> = { N: '3001', R: '3001' }

/**
 * The requested exemption replaces an authentication, unless the bank rejected the cardholder. An exemption that the
 * provider applied on its own proves nothing. Neither does `I`: the bank was only informed and did not authenticate,
 * although no exemption was requested.
 */
function countedOf(
  told: ReportedAuthentication | undefined,
  { requested }: Pick<Attempt, 'requested'>,
): Omit<ReportedAuthentication, 'exemptionApplied'> {
  if (told === undefined) return NOT_PERFORMED
  const { transStatus, exemptionApplied } = told
  if (PROVEN.has(transStatus)) return told
  if (exemptionApplied !== null && exemptionApplied === requested.exemption)
    return transStatus in REFUSED_AS ? told : { ...told, transStatus: 'I' }
  return exemptionApplied !== null || transStatus === 'I' ? NOT_PERFORMED : told
}

function withReported(attempt: Attempt, told: Omit<ReportedAuthentication, 'exemptionApplied'>): Attempt {
  const before = attempt.authentication ?? beginAuthentication(null)
  return {
    ...attempt,
    authentication: {
      ...before,
      transStatus: told.transStatus,
      eci: told.eci,
      dsTransId: told.dsTransId ?? before.dsTransId,
      messageVersion: told.messageVersion ?? before.messageVersion,
    },
  }
}
