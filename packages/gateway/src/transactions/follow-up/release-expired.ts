import { openMinor, moneyOf } from '../execution/money.ts'
import type { Transaction } from '../execution/transaction.ts'
import { describeOpening } from './open-operation.ts'
import { findLimitMinor } from '../execution/money-rules.ts'
import type { RequestedOperation } from './evaluate-operation.ts'
import { type FollowUpPorts, runFollowUp } from './follow-up-flow.ts'
import { findUndeclared } from './undeclared.ts'

/** How many authorizations one round takes on; the rest is due in the next. */
const BATCH = 20

/** A provider that refuses to release today may do so tomorrow; after a week the bank has done it by itself. */
const RETRY_MS = 86_400_000
const GIVE_UP_MS = 7 * 86_400_000

/** What the merchant reads in the void that it did not ask for. */
const DESCRIPTION = 'Authorization expired'

/** Voids what is still open of authorizations whose time is over. Gives how many it looked at. */
export async function releaseExpired(ports: FollowUpPorts): Promise<number> {
  const expired = await ports.operations.listExpired(ports.clock.now(), BATCH)
  await Promise.all(expired.map((authorization) => release(ports, authorization)))
  return expired.length
}

/**
 * The next look is noted before anything is done: after a crash or a refusal in between it is tried again tomorrow. A
 * capture that came first has its money, and only the rest is voided.
 */
async function release(ports: FollowUpPorts, { merchantId, id, money }: Transaction): Promise<void> {
  const nowMs = ports.clock.now()
  const expiredAtMs = money?.authorizationExpiresAtMs ?? nowMs
  const goesOn = nowMs < expiredAtMs + GIVE_UP_MS
  await ports.operations.postponeRelease(merchantId, id, nowMs, goesOn ? nowMs + RETRY_MS : null)

  const decided = await ports.operations.decide(merchantId, id, (locked) => {
    const { parent } = locked
    const openNow = moneyOf(parent)
    const amountMinor = openNow ? openMinor(openNow) : 0
    const isOver = findLimitMinor('VOID', parent, nowMs) === null || amountMinor === 0
    // An extension that is approved moves the expiry, and an increment the amount.
    const isChanging = locked.changeUnderWay !== null
    const isExtended = (parent.money?.authorizationExpiresAtMs ?? nowMs) > nowMs
    if (isOver || isChanging || isExtended) return { kind: 'refuse', reason: null }
    const requested: RequestedOperation & { readonly metadata: null; readonly description: string } = {
      operation: 'VOID',
      amountMinor,
      currency: parent.currency,
      finalCapture: false,
      metadata: null,
      description: DESCRIPTION,
    }
    const declared = ports.providers.get(parent.processing?.providerId ?? '')?.capabilities.operations
    // If the provider cannot release it, the bank does.
    if (declared && findUndeclared(requested, locked, declared) !== null)
      return { kind: 'refuse', reason: null }
    return { kind: 'open', opening: describeOpening(ports, requested, locked, 'expiry') }
  })
  if (decided.kind === 'open') await runFollowUp(ports, decided.opening, decided.opening.request)
}
