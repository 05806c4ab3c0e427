import type { Secret } from '@sluice/platform/kernel/secret'

/** A key that card numbers of one merchant are sealed under. */
export interface DataKey {
  readonly id: string
  readonly key: Secret<Buffer>
}

/** The keys of the vault, unwrapped. */
export interface VaultKeys {
  /** The key that the merchant's records are sealed under now: one a month, made when it is needed first. */
  findCurrent(merchantId: string): Promise<DataKey>
  /** @throws When the key was destroyed. */
  find(merchantId: string, id: string): Promise<DataKey>
  /** Keyed fingerprint by which a card that is already saved is found. Its key serves nothing else. */
  fingerprint(merchantId: string, pan: Secret<string>): Promise<string>
}

/**
 * The steps of a change of keys. Each is one commit or changes nothing, and each goes on where it was left: a change
 * that a crash interrupts is finished by running it again.
 */
export interface VaultKeyRotation {
  /** Makes the next wrapping key, which wraps nothing yet; nothing while an earlier change is unfinished. */
  prepareKek(): Promise<void>
  /** Lets the prepared key wrap from now on; the one before it only unwraps. */
  activateKek(): Promise<void>
  /** Wraps some data keys under the active key that are still wrapped under another; gives how many. */
  rewrapDeks(limit: number): Promise<number>
  /** Destroys wrapping keys that nothing is wrapped under any more; gives how many. */
  destroyKeks(): Promise<number>
  /** Lets no data key seal any more; nothing while records of an earlier change wait. Gives how many it retired. */
  retireDeks(): Promise<number>
  /** Destroys data keys retired before that moment that no record is sealed under; gives how many. */
  destroyDeks(retiredBeforeMs: number): Promise<number>
}
