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

/** What a gateway is built around; tests put their own in place of some. */
export interface Adapters extends PublicAdapters {
  /** Stands around every commit: gets the gateway's own way to commit, and gives what is used in place of it. */
  readonly aroundCommits: (own: Transact<Database>) => Transact<Database>
  /** Sees every statement of the database before it is run, and its result before it is given on. */
  readonly aroundStatements: KyselyPlugin
  /** The system clock, which may be wrong. On PostgreSQL, processes use the database's time instead. */
  readonly machineTime: Clock
  /** The version of the program, for traces. */
  readonly version: string
  /** The folder of the built documentation, which the portal serves at `/docs`; without it, a page explains how to build it. */
  readonly documentationFolder: URL
  /** Of people's passwords. Those of tests are cheap: the real ones take a quarter of a second each. */
  readonly passwordHashes: PasswordHashes
}

/** Those that a merchant's tests may put in place: none of them knows the tables. */
export interface PublicAdapters {
  /** Of everything that expires or is dated; tests move it. */
  readonly clock: Clock
  /** Of access tokens, rates and leases between processes: independent of the other clock. */
  readonly realTime: Clock
  /** Of ids, keys and tokens. */
  readonly random: Random
  /** What waits: pauses between tries, time limits. */
  readonly timers: Timers
  /** Where log lines go. */
  readonly logDestination: { write(line: string): void }
  /** Checks every JSON answer against the endpoint table. */
  readonly verifyAnswers: boolean
  /** What merchants' pages load. */
  readonly assets: BrowserAssets
  /** Draws the hosted payment page. */
  readonly hostedPage: HostedPage
  /** What the pages of the portal run. */
  readonly portalProgram: PortalProgram
  /** By id: besides the configured and simulated ones, and instead of those with the same id. */
  readonly providers: ReadonlyMap<string, Provider>
  /** In place of the configured or simulated 3-D Secure server. */
  readonly threeDsServer: ThreeDsServer
  /** In place of the configured or simulated web wallet; null for none. */
  readonly gwalletPay: GwalletPay | null
  /** How webhooks reach their receivers. */
  readonly postWebhook: PostWebhook
  /** What the janitor looks at once an hour; without it nothing. */
  readonly safeguardChecks: readonly SafeguardCheck[]
  /** How many and how long, where other figures than the usual ones are wanted. */
  readonly webhookLimits: Partial<DispatcherLimits>
  /** The same of event streams. */
  readonly eventStreamLimits: Partial<EventStreamLimits>
}
