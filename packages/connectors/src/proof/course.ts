import type {
  CallEnd,
  CallMessages,
  CallName,
  ProviderCall,
  ProviderCallAnswer,
  ProviderDeclarations,
} from '../kit/index.ts'
import type { Judgement, ProofOperation, ProofResult } from './proof-result.ts'
import type { TestAccount } from './test-account.ts'

/** Makes one call at the provider. */
export type Ask = (call: ProviderCall) => Promise<CallEnd<ProviderCallAnswer>>

/** The inputs of every course. */
export interface ProofSetting {
  readonly ask: Ask
  /** Creates a key that no call of this run or an earlier one has used. */
  readonly newKey: () => string
  readonly declared: ProviderDeclarations
  readonly test: TestAccount
  /** Our account with the provider. */
  readonly account: string
}

/** Operations on one payment. A course depends on no other, so an interrupted one is run again with new keys. */
export interface Course {
  readonly id: string
  readonly method: string
  readonly currency: string | null
  /** The operations in order. Those that the course does not reach are reported as skipped. */
  readonly operations: readonly ProofOperation[]
  readonly run: (record: RecordResult) => Promise<void>
}

/** Records the result of an operation. */
export type RecordResult = (operation: ProofOperation, judgement: Judgement) => void

/** Runs a course. Afterwards, every operation that it lists has a result. */
export async function runCourse(course: Course): Promise<readonly ProofResult[]> {
  const { id, method, currency, operations } = course
  const judgements = new Map<ProofOperation, Judgement>()
  await course.run((operation, judgement) => void judgements.set(operation, judgement))
  return operations.map((operation) => ({
    course: id,
    method,
    currency,
    operation,
    ...(judgements.get(operation) ?? NOT_REACHED),
  }))
}

const NOT_REACHED: Judgement = { verdict: 'SKIPPED', reason: 'an earlier step of the same payment failed' }

/** Returns the results of a course that is not run. */
export function skipCourse(
  course: Pick<Course, 'id' | 'method' | 'currency' | 'operations'>,
  reason: string,
): Course {
  const { id, method, currency, operations } = course
  const run: Course['run'] = async (record) => {
    for (const operation of operations) record(operation, { verdict: 'SKIPPED', reason })
  }
  return { id, method, currency, operations, run }
}

/** Makes a call by name. */
export function callOf<Name extends CallName>(name: Name, message: CallMessages[Name]): ProviderCall {
  return { name, message } as unknown as ProviderCall
}
