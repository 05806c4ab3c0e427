import { CHAIN_START } from '@sluice/platform/audit/audit-chain'

import type { Invariant } from './invariant.ts'

const PAGE = 1_000

export const AUDIT_CHAIN: Invariant = {
  id: 'I12',
  title: 'The audit trail is complete: no entry was changed, removed or inserted',
  async find({ db, linkRecord }) {
    let seq = 0
    let hash = CHAIN_START
    for (;;) {
      const entries = await db
        .selectFrom('audit_entries')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(PAGE)
        .execute()
      if (entries.length === 0) return []
      for (const entry of entries) {
        seq += 1
        if (entry.seq !== seq) return [`entry ${seq}: it is missing`]
        hash = linkRecord(hash, seq, entry)
        // The following entries depend on this one, so they cannot be checked.
        if (entry.hash !== hash) return [`entry ${seq} (${entry.id}): it is not what was written`]
      }
    }
  },
}
