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

/** Keeps what only sandboxes have. */
export interface SandboxStore {
  find(sandboxId: string): Promise<SandboxRecord | null>
  /** The sandbox that a merchant is; null for a merchant that is none. */
  findOf(merchantId: string): Promise<SandboxRecord | null>
  /** The oldest first: those that a merchant is or has made, or all for null. */
  list(ofMerchantId: string | null): Promise<readonly ListedSandbox[]>
  /**
   * Brings every stored deadline of the sandbox nearer, all in one commit, and those of its followers after it; gives how far
   * its clock is ahead then, or null for an unknown sandbox.
   */
  advance(sandboxId: string, byMs: number): Promise<number | null>
  /** Moves the followers' clocks as far as the sandboxes' own: a process may have died before it told them. */
  moveFollowers(): Promise<void>
  /** Removes everything the sandbox owns in one commit, then at its followers; false when there is no such sandbox. */
  remove(sandboxId: string): Promise<boolean>
  /**
   * Removes what requests that were under way have written for sandboxes that were removed a while ago; gives how many
   * sandboxes are gone for good.
   */
  sweep(): Promise<number>
}
