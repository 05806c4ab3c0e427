import type { Clock } from '../kernel/clock.ts'
import type { LinkedRecord } from './audit-chain.ts'
import type { AuditAnchor, AuditTrail } from './audit-trail.ts'

const ANCHOR_INTERVAL_MS = 86_400_000

/**
 * Makes the due work of the audit trail: every entry gets its place in the chain, and once a day the end
 * of the chain is told to the log, which is kept elsewhere.
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
