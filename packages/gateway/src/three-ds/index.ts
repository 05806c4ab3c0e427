export { challengeToken, fingerprintToken } from './action-token.ts'
export { roundColorDepth } from './color-depth.ts'
export { toCardholderName } from './emv-text.ts'
export { decodeFingerprintResult, encodeChallengeRequest, encodeMethodData } from './browser-messages.ts'
export {
  type ContinuationKeys,
  type HandleKind,
  type IssuedHandle,
  issueHandle,
  lookupOf,
  makeContinuationKeys,
  openJson,
  openSessionId,
  sealJson,
  sealSessionId,
  unwrapDataKey,
} from './continuation.ts'
export { type AccountRegistration, describeSeller, listMissing, type Seller } from './seller.ts'
export { findSubdivisionCode } from './subdivision-code.ts'
export type {
  AuthenticatedCard,
  Cardholder,
  AuthenticationOutcome,
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeDelivery,
  ChallengeResult,
  ChallengeRound,
  Enrolment,
  EnrolmentRequest,
  Sale,
  ThreeDsServer,
} from './three-ds-server.ts'
export { createThreeDsServers, type ThreeDsServers } from './three-ds-servers.ts'
export {
  verdictOf,
  verdictWhenUnavailable,
  type VerdictContext,
  type OnUnavailable,
  type Verdict,
} from './verdict.ts'
