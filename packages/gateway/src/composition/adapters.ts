import type { KyselyPlugin } from 'kysely'

import type { HostedPage } from '@sluice/hpp-ui/assets'
import type { PortalProgram } from '@sluice/portal/assets'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { Timers } from '@sluice/platform/kernel/timers'
import type { PasswordHashes } from '@sluice/platform/crypto/password-hash'
import type { Transact } from '@sluice/platform/database/transact'

import type { BrowserAssets } from '../pages/index.ts'
import type { GwalletPay } from '../payment-methods/index.ts'
import type { ThreeDsServer } from '../three-ds/index.ts'
import type { Provider } from '../transactions/index.ts'
import type { DispatcherLimits, EventStreamLimits, PostWebhook } from '../webhooks/index.ts'
import type { SafeguardCheck } from '@sluice/platform/jobs/safeguard-work'
import type { Database } from './tables.ts'

/** The adapters that a gateway uses; tests replace some of them. */
export interface Adapters extends PublicAdapters {
  /** Wraps every commit: gets the gateway's own function for commits, and returns the one to use. */
  readonly aroundCommits: (own: Transact<Database>) => Transact<Database>
  /** Intercepts every database statement before it runs, and its result before it is returned. */
  readonly aroundStatements: KyselyPlugin
  /** The system clock, which may be wrong. On PostgreSQL, processes use the database's time instead. */
  readonly machineTime: Clock
  /** The version of the program, for traces. */
  readonly version: string
  /**
   * The folder of the built documentation, which the portal serves at `/docs`. Without it, a page explains how to
   * build it.
   */
  readonly documentationFolder: URL
  /** Hashes people's passwords. Tests use a cheap hash, because a real one takes a quarter of a second. */
  readonly passwordHashes: PasswordHashes
}

/** The adapters that a merchant's tests may replace. None of them depends on the tables. */
export interface PublicAdapters {
  /** The clock of everything that expires or is dated; tests move it. */
  readonly clock: Clock
  /** The clock of access tokens, rate limits and leases between processes. It is independent of the other clock. */
  readonly realTime: Clock
  /** The random source for ids, keys and tokens. */
  readonly random: Random
  /** The timers for pauses between tries and for time limits. */
  readonly timers: Timers
  /** The destination of log lines. */
  readonly logDestination: { write(line: string): void }
  /** Checks every JSON answer against the endpoint table. */
  readonly verifyAnswers: boolean
  /** The files that merchants' pages load. */
  readonly assets: BrowserAssets
  /** Renders the hosted payment page. */
  readonly hostedPage: HostedPage
  /** The scripts of the portal's pages. */
  readonly portalProgram: PortalProgram
  /** Providers by id, in addition to the configured and simulated ones. They replace those with the same id. */
  readonly providers: ReadonlyMap<string, Provider>
  /** Replaces the configured or simulated 3-D Secure server. */
  readonly threeDsServer: ThreeDsServer
  /** Replaces the configured or simulated web wallet; null for none. */
  readonly gwalletPay: GwalletPay | null
  /** Sends webhooks to their receivers. */
  readonly postWebhook: PostWebhook
  /** The pages that maintenance compares once an hour; without it, none. */
  readonly safeguardChecks: readonly SafeguardCheck[]
  /** The limits and intervals of webhook delivery that differ from the defaults. */
  readonly webhookLimits: Partial<DispatcherLimits>
  /** The limits and intervals of event streams that differ from the defaults. */
  readonly eventStreamLimits: Partial<EventStreamLimits>
}
