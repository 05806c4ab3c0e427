import type { PrivateEncryptionKey } from '@sluice/card-encryption/decrypt'

import type { NameParty, RiskSettings } from '../risk/index.ts'
import type { EncryptionKey } from './encryption-keys.ts'
import type { ClientKey, ManagedBy, Merchant, Terminal } from './merchant.ts'
import type { SandboxFault } from './sandbox-faults.ts'

/** A merchant with what it needs from its first moment. */
export interface NewMerchant {
  readonly id: string
  /** Name of the sandbox that the merchant is; null for a merchant that is none. */
  readonly sandboxId: string | null
  /** The merchant whose people made it at the portal; null for one that an operator made. */
  readonly madeBy: string | null
  readonly name: string
  readonly terminals: readonly Omit<Terminal, 'merchantId'>[]
  readonly clientKey: Omit<ClientKey, 'merchantId'>
  /** Its block lists as they were written. */
  readonly risk: RiskSettings | null
}

/**
 * Keeps merchants and what belongs to them. Answers may be five seconds old: a deactivation is noticed within that time.
 * What belongs to another merchant does not exist.
 */
export interface MerchantStore {
  findMerchant(merchantId: string): Promise<Merchant | null>
  /** What goes wrong on purpose for a sandbox, that which is over too; read together with its merchant. */
  findFaults(merchantId: string): Promise<readonly SandboxFault[]>
  /** What was remembered of a merchant and its faults is read anew. */
  forgetMerchant(merchantId: string): void
  /** The merchant that a sandbox is. */
  findSandbox(sandboxId: string): Promise<Merchant | null>
  /** Who says what the merchant has; asked anew each time. Null without such a merchant. */
  findManager(merchantId: string): Promise<ManagedBy | null>
  findTerminal(merchantId: string, terminalId: string): Promise<Terminal | null>
  /** By ascending id. */
  listTerminals(merchantId: string): Promise<readonly Terminal[]>
  /** Active terminals that charge cards whose authentication was unavailable, by merchant and id. */
  listProceedingTerminals(): Promise<readonly Terminal[]>
  /** Null for an unknown or deactivated key, and for a text that is none. */
  findClientKey(clientKey: string): Promise<ClientKey | null>
  /** The merchant's oldest active client key. */
  findClientKeyOf(merchantId: string): Promise<ClientKey | null>
  /** Whether any merchant's client key may be used on pages of the origin. */
  isRegisteredOrigin(origin: string): Promise<boolean>
  /** All keys that may still open. Missing ones are made and old ones destroyed when they are asked for. */
  listEncryptionKeys(merchantId: string): Promise<readonly EncryptionKey[]>
  /** The private halves of {@link MerchantStore.listEncryptionKeys}, by `kid`. */
  loadPrivateKeys(merchantId: string): Promise<ReadonlyMap<string, PrivateEncryptionKey>>
  /**
   * Names a card without telling its number: HMAC-SHA-256 under a key of the merchant alone, base64url (43 characters).
   * The same card has another name at the next merchant.
   *
   * @throws When there is no such merchant.
   */
  fingerprintCard(merchantId: string, pan: string): Promise<string>
  /** Names people and addresses of a merchant for rules of risk, by the same key. @throws When there is no such merchant. */
  loadNamingKey(merchantId: string): Promise<NameParty>
  /** Adds a merchant; false, and nothing is added, when its id or its sandbox exists. */
  addMerchant(merchant: NewMerchant): Promise<boolean>
}
