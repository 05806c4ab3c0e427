import { readFileSync } from 'node:fs'

import { type ProcessingCode, PROCESSING_CODES, SIMULATED_FLOWS } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { providerCodeFor } from '../card-provider/provider-codes.ts'
import { evaluateAnswer } from '../acs/evaluate-answer.ts'
import { FLOWS } from './flows.ts'
import { readSimulation } from './read-metadata.ts'
import { resolveScenario, type Scenario } from './scenario.ts'
import type { Simulation } from './simulation.ts'

const PLAIN = readSimulation(null)

interface CardVector {
  readonly pan: string
  readonly luhn: boolean
  readonly simulated_flow: string
  readonly processing_code: ProcessingCode
  readonly payment_provider_response_code?: string
  readonly note?: string
}

const { cards } = JSON.parse(
  readFileSync(new URL('../../../gateway/test/vectors/test-cards.json', import.meta.url), 'utf8'),
) as { readonly cards: readonly CardVector[] }

const ASKING: Simulation = {
  flow: null,
  responseCode: null,
  providerResponseCode: null,
  providerResponseMessage: null,
  approvalCode: null,
  approvedMinor: null,
  softDecline: false,
  delayMs: 0,
  fault: null,
  cresForm: 'PLAIN',
}

/** Providers that are asked after the first one, by default. */
const DEFAULT_RETRIES = 5

/** Returns the final processing code of a payment whose shopper answers every challenge with 1234. */
function finalCode({ script, processingCode }: Scenario): ProcessingCode {
  if (script.enrolment === 'not_enrolled' || script.enrolment === 'directory_timeout') return '3002'
  const authentication = authenticationCode(script)
  if (authentication !== 'authorize') return authentication
  return script.fallbackDeclines !== null && script.fallbackDeclines <= DEFAULT_RETRIES
    ? '0000'
    : processingCode
}

function authenticationCode({ ares, challenge }: Scenario['script']): ProcessingCode | 'authorize' {
  if (ares === null) return 'authorize'
  if (challenge?.kind === 'silent') return '1005'
  let letter: string = ares
  for (let round = 1; letter === 'C'; round++) {
    if (round > 2 || challenge === null) return '3000'
    const judgement = evaluateAnswer(
      challenge,
      { kind: 'submitted', password: '1234' },
      { round, wrongPasswords: 0 },
    )
    if (judgement.kind !== 'ends') return '3000'
    if (judgement.challengeCancel === '01') return '1003'
    letter = judgement.transStatus
  }
  if (letter === 'error') return '3000'
  if ('NR'.includes(letter)) return '3001'
  return 'YAI'.includes(letter) ? 'authorize' : '3002'
}

describe('test-cards', () => {
  it('are 146, of which one fails the Luhn check and is left to the gateway', () => {
    expect(cards).toHaveLength(146)
    expect(cards.filter((card) => !card.luhn).map((card) => card.simulated_flow)).toEqual(['NONE'])
  })

  it.each(cards.filter((card) => card.luhn))(
    '$pan is $simulated_flow and ends with $processing_code',
    (card) => {
      const scenario = resolveScenario(card.pan, PLAIN)
      expect(scenario.flow).toBe(card.simulated_flow)
      expect(finalCode(scenario)).toBe(card.processing_code)
      if (card.payment_provider_response_code !== undefined) {
        expect(scenario.providerResponseCode ?? providerCodeFor(scenario.processingCode)).toBe(
          card.payment_provider_response_code,
        )
      }
      expect(scenario.declinesOnceSaved).toBe(card.note?.includes('saved_card') ?? false)
    },
  )

  it('reach every processing code by a separate number', () => {
    const reached = new Set(cards.map((card) => card.processing_code))
    expect(Object.keys(PROCESSING_CODES).filter((code) => !reached.has(code as ProcessingCode))).toEqual([])
  })

  it.each([
    ['an unknown number', '4012888888881881'],
    ['a code that does not exist', '4000000099990000'],
    ['a flow number that does not exist', '4000003000990001'],
    ['no provider that declines', '4000004000000004'],
    ['more declining providers than there are flows', '4000004000100002'],
    ['a length without ranges', '400000002013000'],
    ['no number at all', 'toString'],
  ])('approve without friction for %s', (_what, pan) => {
    expect(resolveScenario(pan, PLAIN)).toMatchObject({
      flow: 'FRICTIONLESS_SUCCESS',
      processingCode: '0000',
    })
  })
})

describe('simulators', () => {
  it('have a script for every flow of the vocabulary, and no other', () => {
    expect(Object.keys(FLOWS).toSorted()).toEqual(SIMULATED_FLOWS.toSorted())
  })

  it('challenge exactly when the issuer asks for it', () => {
    for (const { ares, challenge } of Object.values(FLOWS)) expect(challenge !== null).toBe(ares === 'C')
  })

  it('let the flow of the metadata override the card', () => {
    const scenario = resolveScenario('4000000000009987', { ...ASKING, flow: 'CHALLENGE' })
    expect(scenario).toMatchObject({ flow: 'CHALLENGE', processingCode: '0000', providerResponseCode: null })
  })

  it('let the response code replace that of the card, and its raw code too', () => {
    const scenario = resolveScenario('4000000000009987', { ...ASKING, responseCode: '4203' })
    expect(scenario).toMatchObject({
      flow: 'FRICTIONLESS_SUCCESS',
      processingCode: '4203',
      providerResponseCode: null,
    })
  })
})
