/** One try to be the one that runs a named request. */
export interface Claim {
  readonly merchantId: string
  /** HMAC of method, route, path parameters and key: a path may hold a session id, which must not be readable here. */
  readonly name: string
  /** HMAC of the body. */
  readonly bodyLookup: string
  /** Distinguishes this attempt from earlier ones. */
  readonly claimId: string
  /** Epoch milliseconds of the machine. */
  readonly leaseUntilMs: number
  readonly createdAtMs: number
}

export type ClaimResult =
  /** No request runs it: the caller must. */
  | { readonly kind: 'taken' }
  /** Another request runs it, or did a moment ago. */
  | { readonly kind: 'running' }
  /** The name belongs to another body. */
  | { readonly kind: 'other_body' }
  | { readonly kind: 'answered'; readonly sealed: Buffer }

/** Records which process runs a named request, and its result. */
export interface AnswerRecords {
  /** Exactly one of many concurrent attempts takes a name; a claim whose lease expired can be taken again. */
  claim(claim: Claim): Promise<ClaimResult>
  /** Makes a lease longer; false when another request has the claim by now. */
  renew(claim: Claim, leaseUntilMs: number): Promise<boolean>
  /** Puts the answer in the claim's place. */
  keep(claim: Claim, sealed: Uint8Array): Promise<void>
  /** Deletes the name: the next attempt executes the request again. */
  release(claim: Claim): Promise<void>
  /** Ends every lease: their holders are gone. */
  endLeases(): Promise<void>
  /** Deletes older records. Returns how many. */
  purgeOlderThan(createdAtMs: number): Promise<number>
}
