import { createHmac, createSecretKey } from 'node:crypto'

import type { Secret } from '../kernel/secret.ts'
import { deriveKey } from '../crypto/aead.ts'

/** A stored entry, without its place in the chain. */
export interface AuditRecord {
  readonly id: string
  readonly about: string | null
  readonly actor: string
  readonly action: string
  readonly subject: string
  /** JSON. */
  readonly detail: string
  readonly created_at: number
}

/** An entry with its place in the chain. */
export type LinkedRecord = AuditRecord & { readonly seq: number; readonly hash: string }

/** The previous hash of the first entry. */
export const CHAIN_START = ''

/** Makes the hash that ties an entry to the one before it. Creating one requires a key that the master key opens. */
export type LinkAuditRecord = (previousHash: string, seq: number, record: AuditRecord) => string

/** The first key of a chain. A later master key keeps it: the entries that were tied with it stay. */
export function deriveChainKey(masterKey: Secret<Uint8Array>): Buffer {
  return deriveKey(masterKey.reveal(), 'sluice audit chain')
}

/** Binds {@link LinkAuditRecord} to the chain's key. */
export function createAuditChain(key: Secret<Uint8Array>): LinkAuditRecord {
  return (previousHash, seq, { id, about, actor, action, subject, detail, created_at }) =>
    createHmac('sha256', createSecretKey(key.reveal()))
      // An array in JSON: no two records have the same text.
      .update(JSON.stringify([previousHash, seq, id, about, actor, action, subject, detail, created_at]))
      .digest('base64url')
}
