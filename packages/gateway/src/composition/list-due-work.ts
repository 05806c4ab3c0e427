import type { Identity } from '../identity/index.ts'
import { tendVault } from '../payment-methods/index.ts'
import type { Idempotency } from '../platform/idempotency/idempotency.ts'
import type { DueWork } from '../platform/jobs/due-work.ts'
import { expireSessions } from '../sessions/index.ts'
import {
  expireOverdue,
  askAfterTheEnd,
  recoverAbandoned,
  releaseExpired,
  reverseLateMoney,
  settleUnsettled,
  sweepVolatileKeys,
} from '../transactions/index.ts'
import type { Foundation } from './foundation.ts'
import type { Rates } from './count-rates.ts'
import type { Stores } from './stores.ts'
import type { TransactionPorts } from './transaction-ports.ts'

/** All that happens without anybody asking, in the order in which each round does it. */
export function listDueWork(
  ports: TransactionPorts,
  parts: {
    readonly stores: Stores
    readonly identity: Pick<Identity, 'deleteExpiredTokens'>
    readonly idempotency: Pick<Idempotency, 'forgetOld'>
    readonly rates: Pick<Rates, 'deleteFull'>
    readonly tendAuditTrail: () => Promise<void>
    readonly resealOutdated: () => Promise<number>
    readonly rotateDueSigningKey: () => Promise<number>
  },
): readonly DueWork[] {
  const { stores, identity, idempotency, rates, tendAuditTrail, resealOutdated, rotateDueSigningKey } = parts
  const { clock } = ports
  return [
    { name: 'settle simulated orders', run: () => ports.settleOrders() },
    { name: 'expire overdue authorizations', run: () => expireOverdue(ports) },
    { name: 'recover abandoned authorizations', run: () => recoverAbandoned(ports) },
    ...askEachProvider(ports),
    { name: 'look after orders that were given up', run: () => askAfterTheEnd(ports) },
    { name: 'give back money that came too late', run: () => reverseLateMoney(ports) },
    { name: 'release expired authorizations', run: () => releaseExpired(ports) },
    { name: 'expire sessions', run: () => expireSessions(ports) },
    // Nobody who moves a clock waits for it, so it counts as nothing done.
    { name: 'link the audit trail', run: () => tendAuditTrail().then(() => 0) },
    { name: 'forget expired refresh tokens', isUpkeep: true, run: () => identity.deleteExpiredTokens() },
    { name: 'delete full rate buckets', isUpkeep: true, run: () => rates.deleteFull() },
    { name: 'forget stored answers', isUpkeep: true, run: () => idempotency.forgetOld() },
    { name: 'follow up the signing key', isUpkeep: true, run: rotateDueSigningKey },
    { name: 'finish a change of the master key', isUpkeep: true, run: resealOutdated },
    { name: 'finish a change of vault keys', isUpkeep: true, run: () => tendVault(stores.cards) },
    {
      name: 'forget requests of operations',
      isUpkeep: true,
      run: () => stores.operations.purgeRequests(ports.realTime.now()),
    },
    {
      name: 'forget what paid once and has expired',
      isUpkeep: true,
      run: () => stores.oneTimeUses.purgeExpired(),
    },
    {
      name: 'forget handles of finished challenges',
      isUpkeep: true,
      run: () => stores.transactions.purgeHandles(clock.now()),
    },
    { name: 'forget old provider reports', isUpkeep: true, run: () => stores.reports.forgetOld(clock.now()) },
    {
      name: 'forget old webhook attempts',
      isUpkeep: true,
      run: () => stores.deliveryLog.forgetOldAttempts(),
    },
    { name: 'sweep up after removed sandboxes', isUpkeep: true, run: () => stores.sandboxes.sweep() },
  ]
}

/** How soon after the end of a payment nothing opens its card data any more, whatever died in between: three rounds. */
export const ERASURE_INTERVAL_MS = 5_000

/** Keeps the secrets outside the database to those that are needed. */
export function listErasureWork(
  ports: TransactionPorts,
  { truncateLog }: Pick<Foundation, 'truncateLog'>,
): readonly DueWork[] {
  return [
    { name: 'sweep volatile keys', run: () => sweepVolatileKeys(ports) },
    { name: 'tend volatile secrets', run: () => ports.volatileSecrets.tend().then(() => 0) },
    { name: 'truncate the log', run: () => truncateLog().then(() => 0) },
  ]
}

/** One provider that hangs holds up nothing at the others, nor what waits for one that was configured once. */
function askEachProvider(ports: TransactionPorts): readonly DueWork[] {
  const providers = [...ports.providers.keys()]
  const choices = [...providers.map((only) => ({ only })), { except: providers }]
  return choices.map((at) => ({
    name: 'settle unsettled authorizations',
    run: () => settleUnsettled(ports, at),
  }))
}
