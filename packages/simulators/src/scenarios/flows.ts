import type { SimulatedFlow, TransStatus, TransStatusReason } from '@sluice/types/vocabulary'

import type { ChallengeDelivery } from '../authentication.ts'

/**
 * The initial behaviour of the simulated issuer: its 3DS Method responds, is absent, or stays silent; or there is no
 * issuer.
 */
export type EnrolmentScript =
  | 'method'
  | 'no_method'
  | 'method_silent'
  | 'not_enrolled'
  | 'directory_timeout'
  | 'not_required'

/** The way in which the browser reaches the challenge. */
export type DeliveryScript = ChallengeDelivery | HostedDelivery

/** A page of the 3DS server shows the challenge: in a frame or as a full page, or only as a full page. */
export type HostedDelivery = 'hosted' | 'hosted_full_page'

/**
 * The behavior of the challenge page.
 *
 * `password`: the shopper's one-time password decides; a second CReq shows the page again, or ends the challenge.
 * `fixed`: any submit gives the outcome of its round.
 * `cancels`, `fails`: it ends itself, as canceled or with an error message. `silent`: it never ends.
 */
export type ChallengeScript =
  | { readonly kind: 'password'; readonly opens: 'often' | 'once' }
  | { readonly kind: 'fixed'; readonly outcomes: readonly [TransStatus, ...TransStatus[]] }
  | { readonly kind: 'cancels' }
  | { readonly kind: 'fails' }
  | { readonly kind: 'silent' }

export interface FlowScript {
  readonly enrolment: EnrolmentScript
  /** The `transStatus` of the ARes, or that an error message came instead; null if no AReq is ever sent. */
  readonly ares: TransStatus | 'error' | null
  /** Set while `ares` is C. */
  readonly challenge: ChallengeScript | null
  readonly delivery: DeliveryScript
  /** The `transStatus` of the ARes if the merchant charges the saved card without the customer (3RI). */
  readonly merchantInitiated: 'Y' | 'C' | 'R' | 'U'
  /**
   * The reaction of an issuer that would show a challenge but is asked not to. `granted`: it shows none.
   * `soft_declined`: it shows none, and then declines an exempted payment until there is one. Null: it shows the
   * challenge.
   */
  readonly unchallenged: 'granted' | 'soft_declined' | null
  /**
   * The number of providers that decline before one approves; null: every provider gives the same answer, and no
   * other provider is tried.
   */
  readonly fallbackDeclines: number | null
}

/** The `transStatusReason` that this ACS adds to a letter. Letters that are not listed get none. */
export const REASON_BY_TRANS_STATUS: Readonly<Partial<Record<TransStatus, TransStatusReason>>> = {
  N: '01',
  R: '11',
  U: '22',
}

const PASSWORD: ChallengeScript = { kind: 'password', opens: 'often' }

const NOTHING_SPECIAL = {
  delivery: 'action',
  merchantInitiated: 'Y',
  unchallenged: null,
  fallbackDeclines: null,
} as const

function frictionless(ares: TransStatus | 'error', enrolment: EnrolmentScript = 'method'): FlowScript {
  return { ...NOTHING_SPECIAL, enrolment, ares, challenge: null }
}

function unasked(enrolment: EnrolmentScript): FlowScript {
  return { ...NOTHING_SPECIAL, enrolment, ares: null, challenge: null }
}

function challenged(challenge: ChallengeScript, variation: Partial<FlowScript> = {}): FlowScript {
  return { ...NOTHING_SPECIAL, enrolment: 'method', ares: 'C', challenge, ...variation }
}

function fixed(...outcomes: [TransStatus, ...TransStatus[]]): FlowScript {
  return challenged({ kind: 'fixed', outcomes })
}

function approvesAfter(fallbackDeclines: number): FlowScript {
  return { ...frictionless('Y'), fallbackDeclines }
}

function challengedApprovesAfter(fallbackDeclines: number): FlowScript {
  return challenged(PASSWORD, { fallbackDeclines })
}

/**
 * All card flows, and how each makes the simulated issuer, challenge page and providers behave.
 *
 * @see docs/protocol/simulators.md#simulators
 */
export const FLOWS: Readonly<Record<SimulatedFlow, FlowScript>> = {
  FRICTIONLESS_SUCCESS: frictionless('Y'),
  FRICTIONLESS_ATTEMPTED: frictionless('A'),
  FRICTIONLESS_INFORMATIONAL: frictionless('I'),
  FRICTIONLESS_NOT_AUTHENTICATED: frictionless('N'),
  FRICTIONLESS_REJECTED: frictionless('R'),
  FRICTIONLESS_UNAVAILABLE: frictionless('U'),
  NOT_ENROLLED: unasked('not_enrolled'),
  DIRECTORY_TIMEOUT: unasked('directory_timeout'),
  AUTHENTICATION_ERROR: frictionless('error', 'no_method'),
  DECOUPLED: frictionless('D'),

  CHALLENGE: challenged(PASSWORD),
  CHALLENGE_SUCCESS: fixed('Y'),
  CHALLENGE_ATTEMPTED: fixed('A'),
  CHALLENGE_FAILED: fixed('N'),
  CHALLENGE_REJECTED: fixed('R'),
  CHALLENGE_UNAVAILABLE: fixed('U'),
  CHALLENGE_ERROR: challenged({ kind: 'fails' }),
  CHALLENGE_CANCELED: challenged({ kind: 'cancels' }),
  CHALLENGE_TIMEOUT: challenged({ kind: 'silent' }),
  CHALLENGE_RELOAD_REFUSED: challenged({ kind: 'password', opens: 'once' }),
  CHALLENGE_REDIRECT: challenged(PASSWORD, { delivery: 'redirect' }),
  CHALLENGE_FORM_SUBMIT: challenged(PASSWORD, { delivery: 'form_submit' }),
  CHALLENGE_HOSTED: challenged(PASSWORD, { delivery: 'hosted' }),
  CHALLENGE_HOSTED_FULL_PAGE: challenged(PASSWORD, { delivery: 'hosted_full_page' }),

  METHOD_TIMEOUT_FRICTIONLESS: frictionless('Y', 'method_silent'),
  METHOD_TIMEOUT_CHALLENGE: challenged(PASSWORD, { enrolment: 'method_silent' }),
  NO_METHOD_FRICTIONLESS: frictionless('Y', 'no_method'),
  NO_METHOD_CHALLENGE: challenged(PASSWORD, { enrolment: 'no_method' }),
  DOUBLE_CHALLENGE_SUCCESS: fixed('C', 'Y'),
  DOUBLE_CHALLENGE_DECLINED: fixed('C', 'C'),

  FALLBACK_APPROVE_AFTER_1: approvesAfter(1),
  FALLBACK_APPROVE_AFTER_2: approvesAfter(2),
  FALLBACK_APPROVE_AFTER_3: approvesAfter(3),
  FALLBACK_APPROVE_AFTER_4: approvesAfter(4),
  FALLBACK_APPROVE_AFTER_5: approvesAfter(5),
  FALLBACK_APPROVE_AFTER_6: approvesAfter(6),
  FALLBACK_APPROVE_AFTER_7: approvesAfter(7),
  FALLBACK_APPROVE_AFTER_8: approvesAfter(8),
  FALLBACK_APPROVE_AFTER_9: approvesAfter(9),
  FALLBACK_CHALLENGE_AFTER_1: challengedApprovesAfter(1),
  FALLBACK_CHALLENGE_AFTER_2: challengedApprovesAfter(2),
  FALLBACK_CHALLENGE_AFTER_3: challengedApprovesAfter(3),
  FALLBACK_CHALLENGE_AFTER_4: challengedApprovesAfter(4),
  FALLBACK_CHALLENGE_AFTER_5: challengedApprovesAfter(5),
  FALLBACK_CHALLENGE_AFTER_6: challengedApprovesAfter(6),
  FALLBACK_CHALLENGE_AFTER_7: challengedApprovesAfter(7),
  FALLBACK_CHALLENGE_AFTER_8: challengedApprovesAfter(8),
  FALLBACK_CHALLENGE_AFTER_9: challengedApprovesAfter(9),
  FALLBACK_EXHAUSTED: approvesAfter(Number.POSITIVE_INFINITY),

  NO_3DS: unasked('not_required'),

  MERCHANT_INITIATED_CHALLENGE: { ...frictionless('Y'), merchantInitiated: 'C' },
  MERCHANT_INITIATED_REJECTED: { ...frictionless('Y'), merchantInitiated: 'R' },
  MERCHANT_INITIATED_UNAVAILABLE: { ...frictionless('Y'), merchantInitiated: 'U' },

  // The error of a provider that authenticates shoppers itself. At other providers, these flows are ordinary.
  PROVIDER_UNAUTHENTICATED: frictionless('Y', 'no_method'),
  PROVIDER_EXEMPTION: frictionless('Y', 'no_method'),
  PROVIDER_NAMES_ANOTHER: challenged(PASSWORD, { enrolment: 'no_method', delivery: 'redirect' }),
  PROVIDER_PAYABLE_AFTER_DECLINE: challenged(PASSWORD, { enrolment: 'no_method', delivery: 'redirect' }),

  EXEMPTION_GRANTED: challenged(PASSWORD, { unchallenged: 'granted' }),
  EXEMPTION_REFUSED: challenged(PASSWORD),
  EXEMPTION_SOFT_DECLINED: challenged(PASSWORD, { unchallenged: 'soft_declined' }),
}
