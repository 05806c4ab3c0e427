import { AUDIT_CHAIN } from './audit-chain.store.ts'
import { CARD_DATA } from './card-data.store.ts'
import { DELIVERIES } from './deliveries.store.ts'
import { DURABILITY } from './durability.store.ts'
import { AGREEMENT, EVENTS } from './events.store.ts'
import { type Invariant, type InvariantPorts, type InvariantResult, NotApplicable } from './invariant.ts'
import { KEY_AGES } from './key-ages.ts'
import { MONEY } from './money.store.ts'
import { OVERDUE } from './overdue.store.ts'
import { PROVIDERS } from './providers.store.ts'
import { STATES } from './states.store.ts'
import { TENANCY } from './tenancy.store.ts'
import { UNIQUENESS } from './uniqueness.store.ts'

/** What must hold after every failure. @see docs/operations.md#invariants */
const INVARIANTS: readonly Invariant[] = [
  MONEY,
  UNIQUENESS,
  STATES,
  EVENTS,
  DELIVERIES,
  AGREEMENT,
  DURABILITY,
  PROVIDERS,
  OVERDUE,
  CARD_DATA,
  TENANCY,
  AUDIT_CHAIN,
  KEY_AGES,
]

/**
 * Looks at everything that is stored and tells what is not as it must be. It only reads, and may run beside gateways: what
 * it finds at work is judged by itself, each invariant at a moment of its own.
 */
export async function checkInvariants(ports: InvariantPorts): Promise<readonly InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { id, title, find } of INVARIANTS) {
    const found = await find(ports)
    results.push(
      found instanceof NotApplicable
        ? { id, title, violations: [], skipped: found.reason }
        : { id, title, violations: found },
    )
  }
  return results
}
