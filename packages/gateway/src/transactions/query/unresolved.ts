/** An execution whose outcome the provider has not reported for a day: a person has to find it out. */
export interface UnresolvedExecution {
  readonly merchantId: string
  readonly transactionId: string
  readonly transactionType: string
  /** Minor units. */
  readonly amountMinor: number
  readonly currency: string
  readonly reference: string
  readonly parentId: string | null
  readonly providerId: string
  readonly providerAccountId: string
  /** The idempotency key of the call: what the provider knows it by. */
  readonly attemptId: string
  /** What the provider said last, in its own words; null when it said nothing. */
  readonly lastAnswer: string | null
  /** When the provider was called, epoch milliseconds. */
  readonly calledAtMs: number
  /** When it became a person's to find out, epoch milliseconds. */
  readonly undecidedSinceMs: number
}

/** How many calls of one provider account wait for an outcome. */
export interface OpenCalls {
  readonly providerId: string
  readonly providerAccountId: string
  /** STARTED | UNKNOWN | PENDING | NEEDS_DECISION */
  readonly status: string
  readonly count: number
  /** When the provider is asked next, of the call that has waited longest; null when it is asked no more. */
  readonly nextAtMs: number | null
}

/** What the operator of the service sees of executions that did not end. */
export interface OpenExecutions {
  /** The oldest first, a hundred at most. */
  listUnresolved(): Promise<readonly UnresolvedExecution[]>
  countOpen(): Promise<readonly OpenCalls[]>
}
