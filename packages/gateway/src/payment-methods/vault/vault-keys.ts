import type { Secret } from '@sluice/platform/kernel/secret'

/** A key under which card numbers of one merchant are sealed. */
export interface DataKey {
  readonly id: string
  readonly key: Secret<Buffer>
}

/** The keys of the vault, unwrapped. */
export interface VaultKeys {
  /**
   * Returns the key under which the merchant's records are sealed now: one a month, created when it is first needed.
   */
  findCurrent(merchantId: string): Promise<DataKey>
  /** @throws When the key was destroyed. */
  find(merchantId: string, id: string): Promise<DataKey>
  /** Returns the keyed fingerprint by which a saved card is found. Its key has no other use. */
  fingerprint(merchantId: string, pan: Secret<string>): Promise<string>
}

/**
 * The steps of a change of keys. Each step is one commit or changes nothing, and continues where it stopped, so that
 * a change after a crash is finished by running it again.
 */
export interface VaultKeyRotation {
  /** Creates the next wrapping key, which wraps nothing yet. Has no effect while an earlier change is unfinished. */
  prepareKek(): Promise<void>
  /** Activates the prepared key for wrapping; the previous one only unwraps. */
  activateKek(): Promise<void>
  /** Wraps some data keys again under the active key, and returns their number. */
  rewrapDeks(limit: number): Promise<number>
  /** Destroys unused wrapping keys, and returns their number. */
  destroyKeks(): Promise<number>
  /**
   * Retires all data keys for sealing, and returns their number. Has no effect while records of an earlier change
   * remain.
   */
  retireDeks(): Promise<number>
  /** Destroys unused data keys that were retired before the moment, and returns their number. */
  destroyDeks(retiredBeforeMs: number): Promise<number>
}
