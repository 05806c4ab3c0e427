import {
  type Answer,
  nextStep,
  type NextStep,
  type NotFoundStep,
  type OutcomeStep,
  type StepOf,
} from './next-step.ts'

type Step = NextStep | NotFoundStep

type StepOfKind<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>

/** Ended without money, and nothing is wrong: where their own branches are missing, `declined` is what they mean. */
type EndedWithoutMoney = 'canceled' | 'expired'

/**
 * A function for each kind of step that an answer of this type can mean.
 *
 * `canceled` and `expired` may be left out: `declined` is called for them, since no money moved either. Everything else
 * is required, `unknown` too: what to do with an answer that is younger than this package is your decision.
 */
export type Branches<Of extends Answer, Result = unknown> = {
  readonly [Kind in Exclude<StepOf<Of>['kind'], EndedWithoutMoney | 'declined'>]: (
    step: StepOfKind<Kind>,
  ) => Result
} & {
  readonly declined: (step: OutcomeStep<'declined' | EndedWithoutMoney>) => Result
} & {
  readonly [Kind in EndedWithoutMoney]?: (step: OutcomeStep<Kind>) => Result
}

/** Every name that a branch can have: one handler table may serve envelopes and statuses alike. */
type BranchName = Step['kind']

/** Makes a branch that no answer has a compile error: `cancelled` would never be called. */
type NoOtherThan<Names extends PropertyKey, Given> = {
  readonly [Name in Exclude<keyof Given, Names>]: never
}

type ResultOf<Given> = {
  [Name in keyof Given]: Given[Name] extends (...step: never[]) => infer Result ? Result : never
}[keyof Given]

/**
 * Calls the branch of the step that an answer requires. Missing or misspelt branches do not compile.
 *
 * It takes the answer of every call of a payment: envelopes (`authorize`, the two 3DS calls, payments and payouts),
 * statuses, and transactions (`manage`). A status needs the branches of outcomes and `notFound` only.
 *
 * @returns What the branch returns.
 * @throws When an envelope says nothing, or two things at once. {@link ContractError}
 * @see docs/protocol/transactions.md#transactions
 * @decision 0036
 *
 * @example
 * ```ts
 * const reply = match(await client.transactions.authorize(request), {
 *   approved: ({ transaction }) => receipt(transaction),
 *   declined: ({ transaction }) => sorry(advice(transaction.processing_code)),
 *   pending: ({ transaction }) => waitFor(transaction.id),
 *   invalid: ({ transaction }) => correct(transaction.errors),
 *   fingerprint: (step) => fingerprintPage(step),
 *   challenge: (step) => challengePage(step),
 *   redirect: ({ redirect }) => seeOther(redirect.url),
 *   formSubmit: ({ formSubmit }) => formPage(formSubmit),
 *   unknown: () => askAPerson(),
 * })
 * ```
 */
export function match<Of extends Answer, const Given extends Branches<Of>>(
  answer: Of,
  branches: Given & NoOtherThan<BranchName, Given>,
): ResultOf<Given>
export function match(
  answer: Answer,
  branches: Readonly<Partial<Record<BranchName, (step: Step) => unknown>>>,
): unknown {
  const step: Step = nextStep(answer)
  const branch = branches[step.kind] ?? (isEndedWithoutMoney(step.kind) ? branches.declined : undefined)
  // Programs in TypeScript fail earlier, at compile time.
  if (!branch) throw new TypeError(`match has no branch "${step.kind}"`)
  return branch(step)
}

function isEndedWithoutMoney(kind: BranchName): kind is EndedWithoutMoney {
  return kind === 'canceled' || kind === 'expired'
}
