import { AUDIT_CHAIN } from './audit-chain.store.ts'
import { CARD_DATA } from './card-data.store.ts'
import { DELIVERIES } from './deliveries.store.ts'
import { DURABILITY } from './durability.store.ts'
import { AGREEMENT, EVENTS } from './events.store.ts'
import { INSTALLMENTS } from './installments.store.ts'
import { type Invariant, type InvariantPorts, type InvariantResult, NotApplicable } from './invariant.ts'
import { KEY_AGES } from './key-ages.ts'
import { MONEY } from './money.store.ts'
import { OVERDUE } from './overdue.store.ts'
import { PAYMENT_COUNTS } from './payment-counts.store.ts'
import { PAYMENT_LINKS } from './payment-links.store.ts'
import { PROVIDERS } from './providers.store.ts'
import { STATES } from './states.store.ts'
import { TENANCY } from './tenancy.store.ts'
import { UNIQUENESS } from './uniqueness.store.ts'

/** The invariants that hold after every failure. @see docs/operations/metrics.md#invariants */
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
  PAYMENT_LINKS,
  PAYMENT_COUNTS,
  INSTALLMENTS,
]

/** The invariants in their order. */
export const INVARIANT_IDS: readonly string[] = INVARIANTS.map(({ id }) => id)

/**
 * Verifies all stored data against the invariants and lists violations. It only reads, and may run next to gateways,
 * because each invariant is checked in its own consistent snapshot.
 *
 * @param wanted - the ids of the invariants to check.
 * @param onResult - called with each result as soon as it is known.
 */
export async function checkInvariants(
  ports: InvariantPorts,
  wanted: readonly string[] = INVARIANT_IDS,
  onResult: (result: InvariantResult) => void = () => undefined,
): Promise<readonly InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { id, title, find } of INVARIANTS.filter((each) => wanted.includes(each.id))) {
    const found = await find(ports)
    const result =
      found instanceof NotApplicable
        ? { id, title, violations: [], skipped: found.reason }
        : { id, title, violations: found }
    onResult(result)
    results.push(result)
  }
  return results
}
