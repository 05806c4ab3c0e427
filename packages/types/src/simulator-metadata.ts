import type { ErrorItem } from './contract.ts'
import { requestedText } from './requested-text.ts'
import { enumProblem, isRecord, MESSAGES, type Problem, rangeProblems } from './schemas/rules.ts'
import {
  ALTERNATIVE_SIMULATED_FLOWS,
  isProcessingCode,
  LIMITS,
  PROCESSING_CODE_LIST,
  SIMULATED_CRES_FORMS,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
} from './vocabulary/index.ts'

/**
 * The simulators that read the metadata: those of cards, of alternative methods, of both, or of follow-up operations.
 */
export type SimulatorKind = 'card' | 'alternative' | 'session' | 'operation'

const FLOWS: Readonly<Record<SimulatorKind, readonly string[]>> = {
  card: SIMULATED_FLOWS,
  alternative: ALTERNATIVE_SIMULATED_FLOWS,
  // The payment method is not known yet.
  session: [...SIMULATED_FLOWS, ...ALTERNATIVE_SIMULATED_FLOWS],
  // Merchants send the metadata of a payment with its operations too, where the flow has no further effect.
  operation: [...SIMULATED_FLOWS, ...ALTERNATIVE_SIMULATED_FLOWS],
}

/**
 * Reports metadata that the simulators cannot follow. Called in the test environment only: in production these keys
 * are the merchant's own words and mean nothing.
 */
export function checkSimulatorMetadata(metadata: unknown, kind: SimulatorKind): ErrorItem[] {
  if (!isRecord(metadata)) return []
  return [
    ...itemsFor('simulated_flow', wordProblems(metadata.simulated_flow, FLOWS[kind])),
    ...itemsFor('response_code', codeProblems(metadata.response_code)),
    ...itemsFor(
      'simulated_approved_amount',
      numberProblems(metadata.simulated_approved_amount, 1, LIMITS.AMOUNT_MAX_MINOR),
    ),
    ...itemsFor('simulated_soft_decline', wordProblems(textOf(metadata.simulated_soft_decline), BOOLEANS)),
    ...itemsFor(
      'simulated_delay_ms',
      numberProblems(metadata.simulated_delay_ms, 0, LIMITS.SIMULATED_DELAY_MAX_MS),
    ),
    ...itemsFor('simulated_fault', wordProblems(metadata.simulated_fault, SIMULATED_FAULTS)),
    ...itemsFor('simulated_cres', wordProblems(metadata.simulated_cres, SIMULATED_CRES_FORMS)),
  ]
}

const BOOLEANS = ['true', 'false']

function textOf(value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : value
}

function wordProblems(word: unknown, known: readonly string[]): Problem[] {
  if (isAbsent(word) || (typeof word === 'string' && known.includes(word))) return []
  return [enumProblem(known, requestedText(word))]
}

function codeProblems(code: unknown): Problem[] {
  if (isAbsent(code) || (typeof code === 'string' && isProcessingCode(code))) return []
  return [enumProblem(PROCESSING_CODE_LIST, requestedText(code))]
}

function numberProblems(given: unknown, min: number, max: number): Problem[] {
  if (isAbsent(given)) return []
  const value = typeof given === 'string' && /^[0-9]{1,12}$/.test(given) ? Number(given) : given
  if (typeof value !== 'number' || !Number.isInteger(value)) return [{ message: MESSAGES.format }]
  return rangeProblems(value, min, max)
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function itemsFor(key: string, problems: readonly Problem[]): ErrorItem[] {
  const property = `metadata.${key}`
  return problems.map(({ message, params = [] }) => ({ property, message, params: [property, ...params] }))
}
