/** The data of a sandbox at one moment. */
export interface SandboxSnapshot {
  readonly name: string
  readonly takenAtMs: number
  readonly rowCount: number
  readonly transactionCount: number
  readonly clockOffsetMs: number
}

/**
 * The reason why nothing was changed: BUSY while a payment is pending, CHALLENGED while one holds a card for its
 * shopper, TOO_LARGE and TOO_MANY by the limits of snapshots, CUSTOMER_ERASED when the snapshot lost its data because
 * one of its customers was erased, OTHER_SCHEMA for a snapshot of another version, KEYS_GONE when saved cards in it
 * were sealed under a key that was destroyed since.
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

/**
 * Each change is one commit over the tables of the gateway and those of the outside parties in this process.
 *
 * @decision 0018
 */
export interface SandboxSnapshots {
  /** Deletes all data of payments, and resets the clock to real time. Credentials and settings stay. */
  reset(merchantId: string): Promise<SnapshotRefusal | null>
  /** Stores the current data, replacing a snapshot with the same name. */
  take(merchantId: string, name: string): Promise<SandboxSnapshot | SnapshotRefusal>
  /**
   * Replaces the current data with that of a snapshot. Deadlines are shifted so that they are as far away as they
   * were.
   */
  restore(merchantId: string, name: string): Promise<SandboxSnapshot | SnapshotRefusal>
  /** Returns the snapshots, newest first. */
  list(merchantId: string): Promise<readonly SandboxSnapshot[]>
  /** Returns false if there is none with this name. */
  remove(merchantId: string, name: string): Promise<boolean>
}
