import { CARD_METHOD_TYPES, type ProcessingCode } from '@sluice/types/vocabulary'

import type { PendingCard } from '../../payment-methods/index.ts'
import type { ReconciliationAlert } from './alert.ts'
import type { CallResult } from './call-outside.ts'
import type { Envelope } from './envelope.ts'
import type { Cause, Execution } from './execution-records.ts'
import type { Step } from './move.ts'
import type {
  AuthenticationNeeded,
  InvalidResult,
  Preparation,
  PreparedNames,
  ProviderOutcome,
} from './provider.ts'
import type { ProviderCallResult } from './apply-result.ts'
import type { Transaction } from './transaction.ts'

/**
 * The next step of a flow. `execution` is the state that the flow returned: its changes to the attempt are stored
 * with the next commit.
 */
export type PaymentStep<Context> =
  | {
      readonly kind: 'ask'
      readonly execution: Execution
      readonly context: Context
      /** Has the provider make the call ready, which moves no money. Absent if no preparation is declared. */
      readonly prepare?: () => Promise<CallResult<Preparation>>
      /** Calls the provider, which moves the money. Null when it is not there to be asked. */
      readonly ask: ((prepared: PreparedNames | null) => Promise<CallResult<ProviderCallResult>>) | null
      /** The card to store in the commit before the call. */
      readonly pendingCard?: PendingCard
      /** Whether the call is undone if its answer is lost. */
      readonly undoesLost?: boolean
    }
  /** Commits the step and answers with the current state. */
  | { readonly kind: 'settle'; readonly execution: Execution; readonly step: Step }
  /** A person is needed: the step is committed and shown. */
  | { readonly kind: 'wait'; readonly execution: Execution; readonly step: Step; readonly show: Envelope }
  | {
      readonly kind: 'end'
      readonly execution: Execution
      readonly processingCode: ProcessingCode
      readonly cause: Cause
      /** Stored in the commit that ends the transaction. */
      readonly alert?: ReconciliationAlert
    }

/** A new attempt after a decline that another provider may undo. */
export interface Retry<Context> {
  readonly step: Step
  readonly context: Context
}

/** Defines how one kind of execution runs. Everything that all kinds share is in `execute.ts`. */
export interface Flow<Context> {
  /** Decides what follows the first commit, and the first of a new attempt. Calls no provider. */
  next(execution: Execution, context: Context): Promise<PaymentStep<Context>>
  /**
   * Returns the step that follows an answer that requires the shopper. Flows without this method never call a
   * provider that requires one.
   */
  followShopper?(
    execution: Execution,
    answer: AuthenticationNeeded | InvalidResult,
    context: Context,
  ): Promise<Exclude<PaymentStep<Context>, { readonly kind: 'ask' }>>
  /** The next attempt after an outcome that is not open, or null where there is none. */
  retry(decided: Execution, outcome: ProviderOutcome, context: Context): Retry<Context> | null
}

/** The rules for executions of a flow that expire. */
export interface FlowRules {
  /** Whether an order is withdrawn at its provider when the customer's time to confirm it has expired. */
  readonly isGivenUp: boolean
  /** The treatment of money that arrives after the end. */
  readonly lateMoney: 'reverse' | 'tell-a-person'
}

const CARD: FlowRules = { isGivenUp: false, lateMoney: 'reverse' }
const REDIRECT: FlowRules = { isGivenUp: true, lateMoney: 'reverse' }
const PAYOUT: FlowRules = { ...REDIRECT, isGivenUp: false }
/** A refund that went through after all is not reversed: that would be to charge. */
const FOLLOW_UP: FlowRules = { isGivenUp: false, lateMoney: 'tell-a-person' }

export function rulesOfFlow(
  transaction: Pick<Transaction, 'parentId' | 'transactionType' | 'paymentMethod'>,
): FlowRules {
  if (transaction.parentId !== null) return FOLLOW_UP
  if (transaction.transactionType === 'PAYOUT') return PAYOUT
  return CARD_METHOD_TYPES.some((type) => type === transaction.paymentMethod.type) ? CARD : REDIRECT
}
