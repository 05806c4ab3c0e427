/**
 * Stores secrets outside the database, its log and its copies. A secret survives the death of the gateway and, where it
 * is kept in memory, not the loss of power. Once it is erased, everything that was sealed with its help stays closed in
 * every copy of the database that was ever made.
 */
export interface EphemeralSecrets {
  /** Stores a secret. A name that exists already keeps its first secret. */
  keep(name: string, secret: Uint8Array): Promise<void>
  /** Null when it was erased or lost. */
  find(name: string): Promise<Buffer | null>
  erase(name: string): Promise<void>
  /** The names that were stored at this time or before. */
  listNames(untilMs: number): Promise<readonly string[]>
  /** Restores what a server lost, and removes the remains of erased secrets. Called every few seconds. */
  maintain(): Promise<void>
}
