import type { Clock } from '../kernel/clock.ts'
import type { LinkedRecord } from './audit-chain.ts'
import type { AuditAnchor, AuditTrail } from './audit-trail.ts'

const ANCHOR_INTERVAL_MS = 86_400_000

/**
 * Creates the scheduled jobs of the audit trail: one links every entry to the chain, the other writes the end of the
 * chain once a day into the log, which is stored elsewhere.
 */
export function createMaintainAuditTrail(options: {
  readonly audit: Pick<AuditTrail, 'link' | 'findAnchor'>
  readonly clock: Clock
  readonly onAnchor: (anchor: AuditAnchor) => void
  /** Gets every entry that was linked, once. */
  readonly onLinked?: (records: readonly LinkedRecord[]) => Promise<void>
}): () => Promise<void> {
  const { audit, clock, onAnchor, onLinked } = options
  let nextAnchorMs = 0
  return async () => {
    while ((await audit.link(onLinked)) > 0);
    if (clock.now() < nextAnchorMs) return
    const anchor = await audit.findAnchor()
    if (anchor === null) return
    nextAnchorMs = clock.now() + ANCHOR_INTERVAL_MS
    onAnchor(anchor)
  }
}
