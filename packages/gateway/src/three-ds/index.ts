export { challengeToken, fingerprintToken } from './action-token.ts'
export { roundColorDepth } from './color-depth.ts'
export { toCardholderName, toEmvText } from './emv-text.ts'
export { decodeFingerprintResult, encodeChallengeRequest, encodeMethodData } from './browser-messages.ts'
export {
  type PendingAuthenticationKeys,
  type ResumeTokenKind,
  type IssuedResumeToken,
  issueResumeToken,
  lookupOf,
  makePendingAuthenticationKeys,
  openJson,
  openSessionId,
  sealJson,
  sealSessionId,
  unwrapDataKey,
} from './pending-authentication-keys.ts'
export { type AccountRegistration, describeSeller, listMissing, type Seller } from './seller.ts'
export { NOTHING_REQUESTED, type RequestedAuthentication } from './requested-authentication.ts'
export { findSubdivisionCode } from './subdivision-code.ts'
export type {
  AuthenticatedCard,
  AuthenticationChannel,
  Cardholder,
  AuthenticationOutcome,
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeDelivery,
  ChallengeDisplay,
  ChallengeResult,
  ChallengeRound,
  Enrolment,
  EnrolmentRequest,
  MerchantInitiatedRequest,
  Sale,
  ThreeDsServer,
} from './three-ds-server.ts'
export { createThreeDsServers, type ThreeDsServers } from './three-ds-servers.ts'
export {
  type MerchantInitiatedVerdict,
  verdictOf,
  verdictOfMerchantInitiated,
  verdictWhenUnavailable,
  type VerdictContext,
  type OnUnavailable,
  type ThreeDsVerdict,
} from './verdict.ts'
