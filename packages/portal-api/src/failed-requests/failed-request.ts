import type { EndpointName } from '@sluice/types'

/** One thing that was wrong with a request; a request with several wrong members is there once for each. */
export interface FailedRequest {
  /** Its own, in the order of time. */
  readonly id: string
  readonly merchantId: string
  readonly endpoint: EndpointName
  /** The status of the response: 400 and above. */
  readonly status: number
  /** The member that broke a rule, where one did. */
  readonly property: string | null
  /** The message of the answer, in the words of the contract. */
  readonly message: string | null
  readonly requestId: string
  /** The payment that it concerned, as far as it is known. */
  readonly transactionId: string | null
  /** The sender: a program with an access token, or a browser with a client key. */
  readonly caller: 'merchant' | 'browser'
  /** Epoch milliseconds. */
  readonly createdAtMs: number
}

/** The properties that failed requests of one kind share. */
export type FailureKind = Pick<FailedRequest, 'endpoint' | 'status' | 'property' | 'message'>

export interface FailureGroup extends FailureKind {
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** The filters of a search; null means any. */
export interface FailureSearch {
  readonly endpoint: string | null
  readonly status: number | null
  readonly transactionId: string | null
  /** Epoch milliseconds. */
  readonly sinceMs: number
  /** The id of the last listed request; null for the first page. */
  readonly beforeId: string | null
  readonly limit: number
}

export interface FailedRequests {
  add(failures: readonly FailedRequest[]): Promise<void>
  /** The most frequent first. */
  group(merchantId: string, sinceMs: number): Promise<readonly FailureGroup[]>
  /**
   * Lists the failures of one kind, newest first.
   *
   * @param beforeId - of the last one that was listed; null for the first page.
   */
  list(
    merchantId: string,
    kind: FailureKind,
    page: { readonly sinceMs: number; readonly beforeId: string | null; readonly limit: number },
  ): Promise<readonly FailedRequest[]>
  /** Every kind, newest first. */
  search(merchantId: string, search: FailureSearch): Promise<readonly FailedRequest[]>
  /** @returns how many. */
  purgeOld(nowMs: number): Promise<number>
}

/** Long enough for a person who was away over a weekend. */
export const FAILURES_KEPT_MS = 7 * 86_400_000

/** The maximum per merchant, about two megabytes. The oldest are deleted first. */
export const FAILURES_MAX = 10_000
