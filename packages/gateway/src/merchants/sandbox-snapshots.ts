/** What the data of a sandbox were at one moment. */
export interface SandboxSnapshot {
  readonly name: string
  readonly takenAtMs: number
  readonly rowCount: number
  readonly transactionCount: number
  readonly clockOffsetMs: number
}

/**
 * Why nothing was changed: BUSY while a payment is under way, CHALLENGED while one holds a card for its shopper, TOO_LARGE and
 * TOO_MANY by the limits of snapshots, CUSTOMER_ERASED when the snapshot lost its data because one of its customers was erased,
 * OTHER_SCHEMA for a snapshot of another version, KEYS_GONE when saved cards in it were sealed under a key that was destroyed
 * since.
 */
export type SnapshotRefusal =
  | 'BUSY'
  | 'CHALLENGED'
  | 'TOO_LARGE'
  | 'TOO_MANY'
  | 'CUSTOMER_ERASED'
  | 'OTHER_SCHEMA'
  | 'KEYS_GONE'
  | 'UNKNOWN'

/** Each change is one commit over the tables of the gateway and those of the parties outside that this process loaded. @decision 0018 */
export interface SandboxSnapshots {
  /** Deletes what payments left, and turns the clock back to real time. Credentials and settings stay. */
  reset(merchantId: string): Promise<SnapshotRefusal | null>
  /** Keeps the data as they are; a snapshot of the same name is replaced. */
  take(merchantId: string, name: string): Promise<SandboxSnapshot | SnapshotRefusal>
  /** Puts the data of a snapshot in the place of those of now. Deadlines are as far away as they were. */
  restore(merchantId: string, name: string): Promise<SandboxSnapshot | SnapshotRefusal>
  /** The newest first. */
  list(merchantId: string): Promise<readonly SandboxSnapshot[]>
  /** False when there is none of the name. */
  remove(merchantId: string, name: string): Promise<boolean>
}
