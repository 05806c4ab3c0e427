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
  /** The idempotency key by which the provider knows the call. */
  readonly attemptId: string
  /** The provider's last message; null if there is none. */
  readonly lastAnswer: string | null
  /** The time of the call to the provider, epoch milliseconds. */
  readonly calledAtMs: number
  /** The time from which it was left to manual resolution, epoch milliseconds. */
  readonly undecidedSinceMs: number
}

/** The number of calls to one provider account that wait for an outcome. */
export interface OpenCalls {
  readonly providerId: string
  readonly providerAccountId: string
  /** STARTED | UNKNOWN | PENDING | NEEDS_DECISION */
  readonly status: string
  readonly count: number
  /** The time of the next query about the call that has waited longest; null if no more queries follow. */
  readonly nextAtMs: number | null
}

/** The open executions that the operator of the service sees. */
export interface OpenExecutions {
  /** At most a hundred, oldest first. */
  listUnresolved(): Promise<readonly UnresolvedExecution[]>
  countOpen(): Promise<readonly OpenCalls[]>
}
