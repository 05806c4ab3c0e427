/** A merchant of the test environment that its owner may move in time and remove. */
export interface SandboxRecord {
  readonly sandboxId: string
  readonly merchantId: string
  /** The merchant whose people made it at the portal; null when the operator did. */
  readonly madeBy: string | null
  /** How far its clock is ahead of the real one. */
  readonly clockOffsetMs: number
}

export interface ListedSandbox extends SandboxRecord {
  readonly name: string
  readonly createdAtMs: number
}

/**
 * Records of a sandbox that other parties keep. They are told after the commit, and told again should the process have died in
 * between: both calls may be repeated.
 */
export interface SandboxFollowers {
  /** Everything that the merchant waits for there comes nearer, until its clock is so far ahead of the real one. */
  moveClock(merchantId: string, offsetMs: number): Promise<void>
  /** Everything of the merchant goes. */
  removeMerchant(merchantId: string): Promise<void>
}
