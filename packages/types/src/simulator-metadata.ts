import type { ErrorItem } from './error-items.ts'
import { givenText } from './given-text.ts'
import { enumProblem, isRecord, MESSAGES, type Problem, rangeProblems } from './schemas/rules.ts'
import {
  ALTERNATIVE_SIMULATED_FLOWS,
  isProcessingCode,
  LIMITS,
  PROCESSING_CODE_LIST,
  SIMULATED_FLOWS,
} from './vocabulary/index.ts'

/** Whether the simulators of cards or those of the alternative methods read the metadata. */
export type SimulatorKind = 'card' | 'alternative'

const FLOWS: Readonly<Record<SimulatorKind, readonly string[]>> = {
  card: SIMULATED_FLOWS,
  alternative: ALTERNATIVE_SIMULATED_FLOWS,
}

/**
 * What the simulators cannot follow. Asked in the test environment only: in production these keys are the merchant's
 * own words and mean nothing.
 */
export function checkSimulatorMetadata(metadata: unknown, kind: SimulatorKind): ErrorItem[] {
  if (!isRecord(metadata)) return []
  return [
    ...itemsFor('simulated_flow', flowProblems(metadata.simulated_flow, FLOWS[kind])),
    ...itemsFor('response_code', codeProblems(metadata.response_code)),
    ...itemsFor('simulated_delay_ms', delayProblems(metadata.simulated_delay_ms)),
  ]
}

function flowProblems(flow: unknown, known: readonly string[]): Problem[] {
  if (isAbsent(flow) || (typeof flow === 'string' && known.includes(flow))) return []
  return [enumProblem(known, givenText(flow))]
}

function codeProblems(code: unknown): Problem[] {
  if (isAbsent(code) || (typeof code === 'string' && isProcessingCode(code))) return []
  return [enumProblem(PROCESSING_CODE_LIST, givenText(code))]
}

function delayProblems(delay: unknown): Problem[] {
  if (isAbsent(delay)) return []
  const delayMs = typeof delay === 'string' && /^[0-9]{1,9}$/.test(delay) ? Number(delay) : delay
  if (typeof delayMs !== 'number' || !Number.isInteger(delayMs)) return [{ message: MESSAGES.format }]
  return rangeProblems(delayMs, 0, LIMITS.SIMULATED_DELAY_MAX_MS)
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function itemsFor(key: string, problems: readonly Problem[]): ErrorItem[] {
  const property = `metadata.${key}`
  return problems.map(({ message, params = [] }) => ({ property, message, params: [property, ...params] }))
}
