import { type AuthenticationMessage, challengeResult, THREE_DS_SERVER_PATHS } from '@sluice/provider-protocol'

import type {
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeResult,
  ChallengeRound,
  Enrolment,
  EnrolmentRequest,
  MerchantInitiatedRequest,
  ThreeDsServer,
} from '../../three-ds/three-ds-server.ts'
import type { Exchange } from './exchange.ts'
import { readAnswer } from './read-answer.ts'
import { requireOwnResult } from './require-own-result.ts'
import {
  authenticationWire,
  enrolmentWire,
  fromAuthenticationWire,
  fromChallengeResultWire,
  fromEnrolmentWire,
  toAuthenticationRequestWire,
  toEnrolmentRequestWire,
  toMerchantInitiatedWire,
} from './three-ds-server.wire.ts'

const PARTY = '3DS server'

/** The configuration of a 3DS server. */
export interface ThreeDsServerDeclaration {
  /** Returns the origins of the pages on which the server shows challenges; without it, it shows none. */
  readonly hostedOrigins?: () => readonly string[]
  /** Whether the server authenticates merchant-initiated charges (3RI). */
  readonly threeRi?: boolean
}

/** A 3DS server that implements the provider protocol. @see docs/provider-protocol/three-ds-server.md#3ds-server */
export function createHttpThreeDsServer(
  exchange: Exchange,
  { hostedOrigins = () => [], threeRi = false }: ThreeDsServerDeclaration = {},
): ThreeDsServer {
  const authenticate = async (body: AuthenticationMessage): Promise<AuthenticationResponse> => {
    const answer = await exchange({ method: 'POST', path: THREE_DS_SERVER_PATHS.authentications, body })
    return fromAuthenticationWire(readAnswer(PARTY, answer, authenticationWire), hostedOrigins())
  }
  return {
    async enrol(request: EnrolmentRequest): Promise<Enrolment> {
      const body = toEnrolmentRequestWire(request)
      const answer = await exchange({ method: 'POST', path: THREE_DS_SERVER_PATHS.enrolments, body })
      return fromEnrolmentWire(readAnswer(PARTY, answer, enrolmentWire))
    },

    authenticate: (request: AuthenticationRequest) => authenticate(toAuthenticationRequestWire(request)),

    ...(threeRi && {
      authenticateMerchantInitiated: (request: MerchantInitiatedRequest) =>
        authenticate(toMerchantInitiatedWire(request)),
    }),

    async readChallengeResult(asked: ChallengeRound): Promise<ChallengeResult | null> {
      const { threeDsServerTransId, round } = asked
      const path = `${THREE_DS_SERVER_PATHS.challengeResults}/${encodeURIComponent(threeDsServerTransId)}/${round}`
      const wire = readAnswer(PARTY, await exchange({ method: 'GET', path }), challengeResult)
      requireOwnResult(PARTY, wire, asked)
      return fromChallengeResultWire(wire)
    },
  }
}
