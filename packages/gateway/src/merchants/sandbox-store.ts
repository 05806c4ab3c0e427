/** A merchant of the test environment that its owner may move in time and remove. */
export interface SandboxRecord {
  readonly sandboxId: string
  readonly merchantId: string
  /** How far its clock is ahead of the real one. */
  readonly clockOffsetMs: number
}

/** Keeps what only sandboxes have. */
export interface SandboxStore {
  find(sandboxId: string): Promise<SandboxRecord | null>
  /**
   * Brings every stored deadline of the sandbox nearer, all in one commit; gives how far its clock is ahead then, or null
   * for an unknown sandbox.
   */
  advance(sandboxId: string, byMs: number): Promise<number | null>
  /** Removes everything the sandbox owns in one commit; false when there is no such sandbox. */
  remove(sandboxId: string): Promise<boolean>
  /**
   * Removes what requests that were under way have written for sandboxes that were removed a while ago; gives how many
   * sandboxes are gone for good.
   */
  sweep(): Promise<number>
}
