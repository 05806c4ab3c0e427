import { openMinor, moneyOf } from '../execution/money.ts'
import type { Transaction } from '../execution/transaction.ts'
import { describeOpening } from './open-operation.ts'
import { findLimitMinor } from '../execution/money-rules.ts'
import { type RequestedOperation, VOID_WAITS_MS } from './evaluate-operation.ts'
import { type FollowUpPorts, runFollowUp } from './follow-up-flow.ts'
import type { LockedParent } from './operation.ts'
import { findUndeclared } from './undeclared.ts'

/** The number of authorizations in one round; the next takes the rest. */
const BATCH = 20

/**
 * A provider that refuses a release today may accept it tomorrow; after a week the bank has released the money
 * itself.
 */
const RETRY_MS = 86_400_000
const GIVE_UP_MS = 7 * 86_400_000

/** The descriptions of the voids, which the merchant did not request. */
const EXPIRED = 'Authorization expired'
const FREED = 'Capture declined after a void'

/**
 * Voids the open amounts of expired authorizations, and of voided ones what a declined capture held. Returns the number of
 * authorizations that were checked.
 */
export async function releaseExpired(ports: FollowUpPorts): Promise<number> {
  const expired = await ports.operations.listExpired(ports.clock.now(), BATCH)
  await Promise.all(expired.map((authorization) => release(ports, authorization)))
  return expired.length
}

/**
 * The next check is stored first, so that after a crash or a refusal it is tried again tomorrow. An earlier capture
 * keeps its money, and only the remaining amount is voided.
 */
async function release(ports: FollowUpPorts, { merchantId, id, money }: Transaction): Promise<void> {
  const nowMs = ports.clock.now()
  const expiredAtMs = money?.authorizationExpiresAtMs ?? nowMs
  const goesOn = nowMs < expiredAtMs + GIVE_UP_MS
  const nextMs = nowMs < expiredAtMs ? Math.min(expiredAtMs, nowMs + RETRY_MS) : nowMs + RETRY_MS
  await ports.operations.postponeRelease(merchantId, id, nowMs, goesOn ? nextMs : null)

  const decided = await ports.operations.decide(merchantId, id, (locked) => {
    const { parent } = locked
    const openNow = moneyOf(parent)
    const amountMinor = openNow ? openMinor(openNow) : 0
    const isOver = findLimitMinor('VOID', parent, nowMs) === null || amountMinor === 0
    const isChanging = isAwaited(locked, nowMs)
    const isExpired = (parent.money?.authorizationExpiresAtMs ?? nowMs) <= nowMs
    // One that is not expired has been extended since it was listed, unless it was voided.
    const isWanted = isExpired || locked.isVoided
    if (isOver || isChanging || !isWanted) return { kind: 'refuse', reason: null }
    const requested: RequestedOperation & { readonly metadata: null; readonly description: string } = {
      operation: 'VOID',
      amountMinor,
      currency: parent.currency,
      finalCapture: false,
      metadata: null,
      description: isExpired ? EXPIRED : FREED,
    }
    const declared = ports.providers.get(parent.processing?.providerId ?? '')?.capabilities.operations
    // If the provider cannot release the money, the bank does.
    if (declared && findUndeclared(requested, locked, declared) !== null)
      return { kind: 'refuse', reason: null }
    return { kind: 'open', opening: describeOpening(ports, requested, locked, 'expiry') }
  })
  if (decided.kind === 'open') await runFollowUp(ports, decided.opening, decided.opening.request)
}

/**
 * Returns whether an undecided change keeps an expired authorization. An extension moves the expiry once it is
 * approved, so it is waited for until the next day; an increment does not. Nothing can be captured in the meantime,
 * and a person may resolve the change much later.
 */
function isAwaited({ parent, changeUnderWay }: LockedParent, nowMs: number): boolean {
  if (changeUnderWay === null) return false
  const { type, sinceMs } = changeUnderWay
  const expiredAtMs = parent.money?.authorizationExpiresAtMs ?? nowMs
  return nowMs < (type === 'EXTEND' ? expiredAtMs + RETRY_MS : sinceMs + VOID_WAITS_MS)
}
