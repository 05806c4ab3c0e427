import { createHmac } from 'node:crypto'

import type { Secret } from '../../kernel/secret.ts'
import { deriveKey } from '../crypto/aead.ts'

/** An entry as it is stored, without its place in the chain. */
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

/** What the first entry follows. */
export const CHAIN_START = ''

/** Makes the hash that ties an entry to the one before it. Only who has the master key can make one. */
export type LinkAuditRecord = (previousHash: string, seq: number, record: AuditRecord) => string

/** Binds {@link LinkAuditRecord} to a key of its own, derived from the master key. */
export function createAuditChain(masterKey: Secret<Uint8Array>): LinkAuditRecord {
  const key = deriveKey(masterKey.reveal(), 'sluice audit chain')
  return (previousHash, seq, { id, about, actor, action, subject, detail, created_at }) =>
    createHmac('sha256', key)
      // An array in JSON: no two records have the same text.
      .update(JSON.stringify([previousHash, seq, id, about, actor, action, subject, detail, created_at]))
      .digest('base64url')
}
