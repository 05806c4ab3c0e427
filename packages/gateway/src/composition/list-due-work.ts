import type { Clock } from '@sluice/platform/kernel/clock'
import type { Idempotency } from '@sluice/platform/idempotency/idempotency'
import type { ScheduledJob, ScheduledJobInPlaces } from '@sluice/platform/jobs/scheduled-jobs'
import type { EphemeralSecrets } from '@sluice/platform/secrets/ephemeral-secrets'
import type { Identity } from '@sluice/identity'

import { finishVaultRotation } from '../payment-methods/index.ts'
import { expireSessions } from '../sessions/index.ts'
import {
  applyDueEvents,
  expireOverdue,
  queryAfterTheEnd,
  readRunningChallenges,
  recoverAbandoned,
  releaseExpired,
  reverseLateMoney,
  runDueQueries,
  sweepEphemeralKeys,
} from '../transactions/index.ts'
import type { Accountability } from '@sluice/platform/audit/accountability'
import type { Infrastructure } from './infrastructure.ts'
import type { Rates } from '@sluice/platform/rate-limits/count-rates'
import type { Stores } from './stores.ts'
import type { FlowPorts } from './flow-ports.ts'

/** The number of payment links that one round ends; the next ends the rest. */
const LINKS_BATCH = 50

/** Lists all jobs that run without a request, in the order of each round. */
export function listDueWork(
  { executions, merchants, inbox }: Pick<FlowPorts, 'executions' | 'merchants' | 'inbox'>,
  parts: {
    readonly stores: Stores
    readonly identity: Pick<Identity, 'deleteExpiredTokens'>
    readonly idempotency: Pick<Idempotency, 'purgeOld'>
    readonly rates: Pick<Rates, 'deleteFull'>
    readonly accountability: Pick<Accountability, 'maintainAuditTrail'>
    readonly realTime: Clock
    readonly runSimulatedOrders: () => Promise<number>
    readonly finishErasures: () => Promise<number>
    readonly eraseOldPayments: () => Promise<number>
    readonly resealOutdated: () => Promise<number>
    readonly rotateDueSigningKey: () => Promise<number>
    readonly destroyExpiredEncryptionKeys: () => Promise<number>
    readonly removeUnusedBranding: () => Promise<number>
  },
): readonly (ScheduledJob | ScheduledJobInPlaces)[] {
  const { stores, runSimulatedOrders } = parts
  const { operations, reports, sessions, paymentLinks } = stores
  const reporting = { ...executions, reports }
  return [
    { name: 'settle simulated orders', run: runSimulatedOrders },
    { name: 'expire overdue authorizations', run: () => expireOverdue(executions) },
    { name: 'recover abandoned authorizations', run: () => recoverAbandoned(executions) },
    askProviders(executions),
    { name: 'apply events of providers', run: () => applyDueEvents({ ...reporting, ...inbox }) },
    { name: 'remind merchants of evidence', run: stores.remindOfEvidence },
    { name: 'look after orders that were given up', run: () => queryAfterTheEnd(reporting) },
    { name: 'give back money that came too late', run: () => reverseLateMoney(reporting) },
    {
      name: 'release expired authorizations',
      run: () => releaseExpired({ ...executions, ...merchants, operations }),
    },
    { name: 'look again after erased customers', run: parts.finishErasures },
    // The overview does not wait for it, so a moved clock does not, either.
    { name: 'count payments', run: () => stores.countPayments().then(() => 0) },
    { name: 'expire payment links', run: () => paymentLinks.expire(executions.clock.now(), LINKS_BATCH) },
    { name: 'expire sessions', run: () => expireSessions({ ...executions, sessions }) },
    // Moving the test clock does not wait for it, so it counts as no work.
    { name: 'link the audit trail', run: () => parts.accountability.maintainAuditTrail().then(() => 0) },
    ...listUpkeep(executions.clock, parts),
  ]
}

/** Lists the jobs that delete expired data, and finish changes of keys. */
function listUpkeep(
  clock: Clock,
  parts: Omit<Parameters<typeof listDueWork>[1], 'runSimulatedOrders' | 'finishErasures' | 'accountability'>,
): readonly ScheduledJob[] {
  const { stores, identity, idempotency, rates, realTime, resealOutdated, rotateDueSigningKey } = parts
  const upkeep: Readonly<Record<string, () => Promise<number>>> = {
    'forget expired refresh tokens': () => identity.deleteExpiredTokens(),
    'delete full rate buckets': () => rates.deleteFull(),
    'forget stored answers': () => idempotency.purgeOld(),
    'follow up the signing key': rotateDueSigningKey,
    'delete logos and fonts that are used no more': parts.removeUnusedBranding,
    'destroy expired encryption keys': parts.destroyExpiredEncryptionKeys,
    'finish a change of the master key': resealOutdated,
    'finish a change of vault keys': () => finishVaultRotation(stores.cards),
    'erase the customers of old payments': parts.eraseOldPayments,
    'forget requests of operations': () => stores.operations.purgeRequests(realTime.now()),
    'forget what paid once and has expired': () => stores.oneTimeUses.purgeExpired(),
    'forget handles of finished challenges': () => stores.transactions.purgeResumeTokens(clock.now()),
    'forget what rules of risk count no more': () => stores.risk.purgeCounted(clock.now()),
    'forget old provider reports': () => stores.reports.purgeOld(clock.now()),
    'forget old events of providers': () => stores.inbox.purgeOld(clock.now()),
    'forget old webhook attempts': () => stores.deliveryLog.purgeOldAttempts(),
    'forget ended sessions of the portal': () => stores.portalSessions.removeEnded(realTime.now()),
    'forget links into the portal': () => stores.portalLinks.removeExpired(realTime.now()),
    'forget devices that nobody answered': () => stores.devices.removeExpired(realTime.now()),
    'forget requests that failed': () => stores.failedRequests.purgeOld(realTime.now()),
    'sweep up after removed sandboxes': () => stores.sandboxes.sweep(),
  }
  return Object.entries(upkeep).map(([name, run]) => ({ name, isUpkeep: true, run }))
}

/**
 * The interval of erasing keys. Three rounds after the end of a payment nothing can open its card data, even if a
 * process died in between.
 */
export const ERASURE_INTERVAL_MS = 5_000

/** The interval of storing failed requests: they are visible after two seconds, and a crash loses at most that much. */
export const FAILURES_INTERVAL_MS = 2_000

/** Lists the jobs that delete unneeded secrets outside the database. */
export function listErasureWork(
  ports: Parameters<typeof sweepEphemeralKeys>[0] & { readonly ephemeralSecrets: EphemeralSecrets },
  { truncateLog }: Pick<Infrastructure, 'truncateLog'>,
): readonly ScheduledJob[] {
  return [
    { name: 'sweep ephemeral keys', run: () => sweepEphemeralKeys(ports) },
    { name: 'maintain ephemeral secrets', run: () => ports.ephemeralSecrets.maintain().then(() => 0) },
    { name: 'truncate the log', run: () => truncateLog().then(() => 0) },
  ]
}

/**
 * The interval at which a process reads the findings of others, so that it knows them within a second, including the
 * statement.
 */
export const HEALTH_INTERVAL_MS = 500

/** Lists the jobs that share the state of provider accounts between processes and probe accounts that do not answer. */
export function listHealthWork({
  health,
  probeAccount,
}: Pick<FlowPorts, 'health' | 'probeAccount'>): readonly (ScheduledJob | ScheduledJobInPlaces)[] {
  return [
    { name: 'exchange provider health', run: () => health.exchange().then(() => 0) },
    {
      name: 'probe provider accounts',
      listDue: () => Promise.resolve(health.listOpen()),
      runAt: (name) => health.probe(name, probeAccount).then(() => 0),
    },
  ]
}

/** A provider that hangs does not delay the others, nor does one that is no longer configured. */
const askProviders = (ports: FlowPorts['executions']): ScheduledJobInPlaces => ({
  name: 'settle unsettled authorizations',
  listDue: () => ports.store.listUnsettledProviders(ports.clock.now()),
  runAt: (providerId) => runDueQueries(ports, providerId),
})

/**
 * The interval of reading results. Some 3DS servers delete a result five minutes after its challenge, and this allows
 * several reads.
 */
export const CHALLENGES_INTERVAL_MS = 60_000

/** One process reads the results of a server for all. Shorter than the interval, so that a process that is a few seconds early misses no round. */
const CHALLENGES_CLAIMED_MS = 50_000

export function readChallengesOf(
  { cards, executions }: Pick<FlowPorts, 'cards' | 'executions'>,
  { challengeResults, safeguardRuns }: Pick<Stores, 'challengeResults' | 'safeguardRuns'>,
  realTime: Clock,
): ScheduledJob {
  const { clock } = executions
  const roundAt = (serverId: string | null) => `challenge_results/${serverId ?? ''}`
  const times = () => ({ nowMs: clock.now(), intervalMs: CHALLENGES_CLAIMED_MS })
  const ports = {
    ...cards,
    challengeResults,
    isRoundFree: (serverId: string | null) => safeguardRuns.isUnclaimed(roundAt(serverId), times()),
    claimRound: (serverId: string | null) => safeguardRuns.claim(roundAt(serverId), times()),
    clock,
    realTime,
  }
  return { name: 'read results of running challenges', run: () => readRunningChallenges(ports) }
}
