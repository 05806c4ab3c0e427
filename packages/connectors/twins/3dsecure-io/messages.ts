import type { EmvMessage } from './emv/members.ts'
import type { CardCase } from './test-cards.ts'
import type { Authentication } from './world.ts'

/** The reference numbers of the bank and the directory server, as the sandbox uses them. */
const REFERENCES = {
  acsReferenceNumber: '3dsecureio-standin-acs',
  acsOperatorID: '3dsecureio-standin-acs',
  dsReferenceNumber: '3dsecureio-standin-ds',
}

const FULL_PROOF = 'AAECAwQFBgcICQoLDA0ODxAREhM='
const ATTEMPT_PROOF = 'FBUWFxgZGhscHR4fICEiIyQlJic='

/** The proof for each status, with the ECI of all brands but Mastercard. */
const PROOFS: Readonly<Record<string, { readonly authenticationValue?: string; readonly eci: string }>> = {
  Y: { authenticationValue: FULL_PROOF, eci: '05' },
  A: { authenticationValue: ATTEMPT_PROOF, eci: '06' },
  I: { eci: '07' },
  N: { eci: '07' },
  U: { eci: '07' },
  R: { eci: '07' },
}
const MASTERCARD_ECI: Readonly<Record<string, string>> = { '05': '02', '06': '01', '07': '00' }

/** 01: card authentication failed. 14: transaction timed out at the bank. 21: its own system is not available. */
const REASONS: Readonly<Record<string, string>> = { N: '01', R: '11', U: '21' }

function proofOf(status: string, cardNumber: string) {
  const proof = PROOFS[status]
  if (proof === undefined) return {}
  const isMastercard = /^(5|2[2-7])/.test(cardNumber)
  return isMastercard ? { ...proof, eci: MASTERCARD_ECI[proof.eci] } : proof
}

/** Builds the CRD: the facts about the card’s range. */
export function writeCardRange({ id, card, cardNumber }: Authentication, methodUrl: string): EmvMessage {
  return {
    messageType: 'CRD',
    threeDSServerTransID: id,
    acsStartProtocolVersion: card.versions.start,
    acsEndProtocolVersion: card.versions.end,
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.3.1',
    threeDSServerProtocolVersions: ['2.1.0', '2.2.0', '2.3.1'],
    scheme: /^(5|2[2-7])/.test(cardNumber) ? 'mastercard' : 'visa',
    ...(card.method !== 'MISSING' && { threeDSMethodURL: methodUrl }),
  }
}

/** Builds the ARes. */
export function writeAres(
  authentication: Authentication,
  areq: EmvMessage,
  answer: CardCase['answer'],
  acsUrl: string,
): EmvMessage {
  const isBrowser = areq['deviceChannel'] === '02'
  const status = answer === 'DS_TIMEOUT' ? 'U' : answer
  return {
    ...idsOf(authentication, areq),
    ...REFERENCES,
    messageType: 'ARes',
    transStatus: status,
    ...proofOf(status, authentication.cardNumber),
    ...reasonOf(status),
    ...(status === 'C' && { authenticationType: '02' }),
    ...(status === 'C' && isBrowser && { acsChallengeMandated: 'Y', acsURL: acsUrl }),
    ...(status === 'D' && {
      authenticationType: '04',
      acsDecConInd: 'Y',
      cardholderInfo: 'Your bank will call you',
    }),
  }
}

/** The ways in which the cardholder can leave the challenge. */
export interface ChallengeEnd {
  readonly status: 'Y' | 'N' | 'A' | 'R' | 'U'
  readonly cancel?: string
  readonly reason?: string
}

/** Builds the RReq. */
export function writeResult(
  authentication: Authentication,
  { status, cancel, reason }: ChallengeEnd,
): EmvMessage {
  const areq = authentication.areq ?? {}
  return {
    ...idsOf(authentication, areq),
    messageType: 'RReq',
    messageCategory: areq['messageCategory'],
    authenticationType: '02',
    interactionCounter: cancel === '05' ? '00' : '01',
    transStatus: status,
    ...proofOf(status, authentication.cardNumber),
    ...reasonOf(status, reason),
    ...(cancel !== undefined && { challengeCancel: cancel }),
  }
}

/** Builds the CRes: the browser’s statement, which proves nothing. */
export function writeCres(authentication: Authentication, status: string): EmvMessage {
  return {
    messageType: 'CRes',
    messageVersion: authentication.areq?.['messageVersion'],
    acsTransID: authentication.acsTransId,
    threeDSServerTransID: authentication.id,
    transStatus: status === 'Y' || status === 'A' ? 'Y' : 'N',
  }
}

/** The sender of an `Erro`, and its subject. */
interface ErroParts {
  readonly code: string
  readonly description: string
  readonly detail: string
  readonly component?: 'S' | 'A' | 'D'
  readonly id?: unknown
  readonly version?: unknown
}

export function writeErro({
  code,
  description,
  detail,
  component = 'S',
  id,
  version,
}: ErroParts): EmvMessage {
  return {
    messageType: 'Erro',
    messageVersion: version === '2.1.0' ? '2.1.0' : '2.2.0',
    errorCode: code,
    errorComponent: component,
    errorDescription: description,
    errorDetail: detail,
    ...(typeof id === 'string' && { threeDSServerTransID: id }),
  }
}

export function writeUnknownId(id: unknown): EmvMessage {
  const words = 'Unknown threeDSServerTransID'
  return writeErro({ code: '203', description: words, detail: words, id })
}

function idsOf({ id, acsTransId, dsTransId }: Authentication, areq: EmvMessage) {
  return {
    threeDSServerTransID: id,
    acsTransID: acsTransId,
    dsTransID: dsTransId,
    messageVersion: areq['messageVersion'],
  }
}

function reasonOf(status: string, reason = REASONS[status]) {
  return reason === undefined ? {} : { transStatusReason: reason }
}
