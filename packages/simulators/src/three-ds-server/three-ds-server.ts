import type { CardBrand, TransStatus } from '@sluice/types/vocabulary'

import type { Clock } from '@sluice/shared/clock'
import type { Random } from '@sluice/shared/random'
import type {
  AuthenticationOutcome,
  AuthenticationRequest,
  AuthenticationResponse,
  ChallengeResult,
  Enrolment,
  EnrolmentRequest,
  MerchantInitiatedRequest,
  ThreeDsServer,
} from '../authentication.ts'
import { ACS_PATHS } from '../acs/acs-paths.ts'
import type { ChallengeRecords } from '../acs/challenge-records.ts'
import { eciFor, makeAuthenticationValue } from '../scenarios/authentication-outcome.ts'
import { chooseFlow } from '../scenarios/choose-flow.ts'
import { type EnrolmentScript, REASON_BY_TRANS_STATUS } from '../scenarios/flows.ts'
import { readSimulation } from '../scenarios/read-metadata.ts'
import { resolveScenario, type Scenario } from '../scenarios/scenario.ts'
import type { Simulation } from '../scenarios/simulation.ts'
import { challengeEndUrl, hostedPageUrl } from './hosted-page-urls.ts'
import { assignTransId } from './assign-trans-id.ts'

/** The EMV 3DS version that every simulated card range supports. */
const MESSAGE_VERSION = '2.2.0'

export interface SimulatedThreeDsServerOptions {
  readonly store: ChallengeRecords
  readonly clock: Clock
  readonly random: Random
  /**
   * Returns the origin of the simulators' pages. It is called for each request, because the port may be chosen only
   * when the server listens.
   */
  readonly pagesUrl: () => string
}

/**
 * Creates a 3DS Server whose directory and issuer follow the scenario of the card.
 *
 * It stores only challenges. Everything else follows from the request, so a repeated request gets the same answer.
 */
export function createSimulatedThreeDsServer(options: SimulatedThreeDsServerOptions): ThreeDsServer {
  const { store, random, pagesUrl } = options
  return {
    async enrol(request: EnrolmentRequest): Promise<Enrolment> {
      if (!request.namesSeller) return { kind: 'error' }
      const { script } = scenarioOf(request)
      return describeEnrolment(script.enrolment, assignTransId(request.key), pagesUrl())
    },

    async authenticate(request: AuthenticationRequest): Promise<AuthenticationResponse> {
      const scenario = scenarioOf(request)
      const { cresForm } = readSimulation(request.metadata)
      const { ares, challenge } = scenario.script
      if (ares === null) return { kind: 'unavailable' }
      const isAssigned = request.threeDsServerTransId === assignTransId(request.key)
      if (!request.namesSeller || !isAssigned) return { kind: 'error' }
      if (ares === 'error' || claimsSilentMethod(scenario, request)) return { kind: 'error' }
      if (challenge) return beginChallenge({ ...scenario, cresForm }, request, options)
      return answerAtOnce(ares, request.card.brand, random)
    },

    async authenticateMerchantInitiated(request: MerchantInitiatedRequest): Promise<AuthenticationResponse> {
      const { script } = resolveScenario(request.card.pan.reveal(), readSimulation(request.metadata))
      const isAssigned = request.threeDsServerTransId === assignTransId(request.key)
      if (!request.namesSeller || !isAssigned) return { kind: 'error' }
      const letter = script.merchantInitiated
      if (letter !== 'C') return answerAtOnce(letter, request.card.brand, random)
      // Not accepted: this issuer insists on a challenge.
      return {
        kind: 'challenge',
        acsTransId: random.uuid(),
        acsUrl: pagesUrl() + ACS_PATHS.challenge,
        dsTransId: random.uuid(),
        delivery: 'action',
      }
    },

    async readChallengeResult(threeDsServerTransId: string, round: number): Promise<ChallengeResult | null> {
      const rounds = await store.listRounds(threeDsServerTransId)
      const result = rounds.find((candidate) => candidate.round === round)?.result
      if (!result) return null
      if (result.kind === 'error') return { kind: 'error', round }

      const record = await store.find(threeDsServerTransId)
      if (!record) return null
      const outcome: AuthenticationOutcome = {
        transStatus: result.transStatus,
        transStatusReason: result.transStatusReason,
        eci: eciFor(result.transStatus, record.brand),
        authenticationValue: result.authenticationValue,
        dsTransId: record.dsTransId,
        acsTransId: record.acsTransId,
      }
      return { kind: 'completed', round, challengeCancel: result.challengeCancel, ...outcome }
    },
  }
}

/** Returns the scenario of the card, unless the issuer follows the merchant's preference. */
function scenarioOf(request: EnrolmentRequest): Scenario {
  const simulation = readSimulation(request.metadata)
  const pan = request.card.pan.reveal()
  const scenario = resolveScenario(pan, simulation)
  const flow = chooseFlow(scenario.flow, request)
  return flow === scenario.flow ? scenario : resolveScenario(pan, { ...simulation, flow })
}

/** Returns the content of an ARes without a challenge. */
function answerAtOnce(letter: TransStatus, brand: CardBrand, random: Random): AuthenticationResponse {
  return {
    kind: 'authenticated',
    transStatus: letter,
    transStatusReason: REASON_BY_TRANS_STATUS[letter] ?? null,
    eci: eciFor(letter, brand),
    authenticationValue: makeAuthenticationValue(letter, random),
    dsTransId: random.uuid(),
    acsTransId: random.uuid(),
  }
}

function describeEnrolment(
  script: EnrolmentScript,
  threeDsServerTransId: string,
  pagesUrl: string,
): Enrolment {
  const enrolled = { kind: 'enrolled', threeDsServerTransId, messageVersion: MESSAGE_VERSION } as const
  switch (script) {
    case 'method':
      return { ...enrolled, methodUrl: pagesUrl + ACS_PATHS.method }
    case 'method_silent':
      return { ...enrolled, methodUrl: pagesUrl + ACS_PATHS.silentMethod }
    case 'no_method':
      return { ...enrolled, methodUrl: null }
    case 'not_enrolled':
      return { kind: 'not_enrolled', threeDsServerTransId }
    case 'directory_timeout':
      return { kind: 'unavailable', threeDsServerTransId }
    case 'not_required':
      return { kind: 'not_required' }
  }
}

/** A 3DS Method that never responded cannot have completed, so the issuer refuses a request that says so. */
function claimsSilentMethod(scenario: Scenario, request: AuthenticationRequest): boolean {
  return scenario.script.enrolment === 'method_silent' && request.completionIndicator !== 'N'
}

async function beginChallenge(
  scenario: Scenario & Pick<Simulation, 'cresForm'>,
  request: AuthenticationRequest,
  { store, clock, random, pagesUrl }: SimulatedThreeDsServerOptions,
): Promise<AuthenticationResponse> {
  const { delivery } = scenario.script
  const isHosted = delivery === 'hosted' || delivery === 'hosted_full_page'
  const record = await store.add({
    threeDsServerTransId: request.threeDsServerTransId,
    acsTransId: random.uuid(),
    dsTransId: random.uuid(),
    messageVersion: MESSAGE_VERSION,
    flow: scenario.flow,
    cresForm: scenario.cresForm,
    brand: request.card.brand,
    cardLast4: request.card.pan.reveal().slice(-4),
    merchantId: request.merchantId,
    merchantName: request.merchantName,
    amountMinor: request.amountMinor,
    currency: request.currency,
    notificationUrl: isHosted ? challengeEndUrl(pagesUrl(), request) : request.notificationUrl,
    returnUrl: isHosted ? request.returnUrl : null,
    language: request.language,
    createdAtMs: clock.now(),
  })
  const { dsTransId } = record
  if (isHosted) {
    const pageUrl = hostedPageUrl(pagesUrl(), record)
    return { kind: 'hosted_challenge', pageUrl, inFrame: delivery === 'hosted', dsTransId }
  }
  return {
    kind: 'challenge',
    acsTransId: record.acsTransId,
    acsUrl: pagesUrl() + ACS_PATHS.challenge,
    dsTransId,
    delivery,
  }
}
