/** A merchant of the test environment whose clock its owner may move, and which its owner may remove. */
export interface SandboxRecord {
  readonly sandboxId: string
  readonly merchantId: string
  /** The merchant whose users created it in the portal; null if the operator did. */
  readonly madeBy: string | null
  /** The offset of its clock from real time. */
  readonly clockOffsetMs: number
}

export interface ListedSandbox extends SandboxRecord {
  readonly name: string
  readonly createdAtMs: number
}

/**
 * The records that other parties have of a sandbox. Both calls are made after the commit, and repeated if the process died
 * in between, so they must be idempotent.
 */
export interface SandboxFollowers {
  /** Moves all deadlines of the merchant there nearer, until its clock is this far ahead of the real one. */
  moveClock(merchantId: string, offsetMs: number): Promise<void>
  /** Removes all data of the merchant. */
  removeMerchant(merchantId: string): Promise<void>
}
