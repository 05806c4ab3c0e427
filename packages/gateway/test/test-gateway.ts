import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'

import type { SandboxCredentials, Transaction } from '@sluice/types'
import type { Clock } from '@sluice/platform/kernel/clock'
import { type WatchedAnswers, watchAnswers } from '@sluice/platform/http/testing/watch-answers'

import { type Adapters, type AppWithPortal, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { Books } from './books.ts'
import { migrationsOfGateway } from './gateway-databases.ts'
import { MerchantAtGateway, type PaymentInput } from './merchant-at-gateway.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'
import { putMigratedDatabase } from '../../platform/test/migrated-databases.ts'
import { createQuickPasswordHashes } from '../../platform/test/quick-password-hashes.ts'
import { decodeToken, open, type Page, shop } from './shopper.ts'
import { TestClock } from './test-clock.ts'

export { TestClock } from './test-clock.ts'

export interface TestGatewayOptions {
  readonly databaseUrl?: string
  /** The port; by default a free one. */
  readonly port?: number
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly adapters?: Partial<Adapters>
}

/** A whole gateway on a free port with its demo merchant, called over real HTTP. */
export class TestGateway extends MerchantAtGateway {
  readonly app: AppWithPortal
  readonly dataDir: string
  readonly books: Books
  /** The address of the metrics; null unless they are configured. */
  readonly metricsUrl: string | null
  /** The answers that it sent, whose headers are checked. */
  readonly answers: WatchedAnswers
  #lastNotification: { url: string; fields: Record<string, string> } | null = null

  constructor(
    app: AppWithPortal,
    clock: Clock,
    ready: SandboxCredentials,
    places: {
      dataDir: string
      databaseUrl: string | undefined
      metricsUrl: string | null
      answers: WatchedAnswers
    },
  ) {
    super(ready, clock)
    const { dataDir, databaseUrl, metricsUrl, answers } = places
    this.answers = answers
    this.app = app
    this.dataDir = dataDir
    this.metricsUrl = metricsUrl
    this.books = new Books(databaseUrl === undefined ? { dataDir } : { databaseUrl })
  }

  async close(): Promise<void> {
    await this.app.close()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  /** Moves the demo merchant's clock, as a merchant's own tests do, which also runs the jobs that become due. */
  async advance(ms: number): Promise<void> {
    const answer = await this.send('POST', '/simulators/clock', { advance_seconds: ms / 1000 })
    expect(answer.status, answer.text).toBe(200)
  }

  /** Advances the real time, for leases, keys, sealed fields and caches, which no merchant's clock moves. */
  async advanceRealTime(ms: number): Promise<void> {
    this.advanceClock(ms)
    await this.app.runDueWork()
  }

  /** Stops the time during the work: no job finds anything due meanwhile, however slow the machine. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    return this.clock instanceof TestClock ? this.clock.hold(work) : work()
  }

  /** Advances the real time without running due jobs. */
  advanceClock(ms: number): void {
    if (!(this.clock instanceof TestClock)) throw new Error('this clock stands')
    this.clock.advance(ms)
  }

  /** Pays by the direct API through every step; returns the outcome from the status endpoint. */
  async pay(input: PaymentInput = {}) {
    const first = await this.authorize(input)
    let threeDsServerTransId: string | null = null
    const outcome = await shop(
      first,
      {
        requestAuthentication: (id, result, paymentData) => {
          threeDsServerTransId = id
          return this.requestAuthentication(id, result, paymentData)
        },
        completeAuthentication: (paymentData, sessionId, transStatus) =>
          this.completeAuthentication(paymentData, sessionId, input.claims ?? transStatus),
      },
      input.atTheBank,
      (url, fields) => {
        this.#lastNotification = { url, fields }
      },
    )
    const action = outcome.envelope.action
    if (action) threeDsServerTransId = decodeToken(action.token).three_ds_server_trans_id
    const { envelope } = outcome
    const id =
      envelope.result?.id ??
      action?.transaction_id ??
      envelope.redirect?.transaction_id ??
      envelope.form_submit?.transaction_id
    return { ...outcome, threeDsServerTransId, transaction: await this.status(id ?? '') }
  }

  /** Returns the transaction from the status endpoint. */
  async status(id: string): Promise<Transaction> {
    const { transaction } = await this.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)
    return transaction
  }

  /** Posts the last CRes again, with some members changed. */
  async repeatLastNotification(changes: {
    readonly transStatus?: string
    readonly threeDsServerTransId?: string
  }): Promise<Page> {
    if (this.#lastNotification === null) throw new Error('no CRes was posted yet')
    const { url, fields } = this.#lastNotification
    const cres = JSON.parse(Buffer.from(fields['cres'] ?? '', 'base64url').toString()) as Record<
      string,
      string
    >
    const changed = {
      ...cres,
      ...(changes.transStatus ? { transStatus: changes.transStatus } : {}),
      ...(changes.threeDsServerTransId ? { threeDSServerTransID: changes.threeDsServerTransId } : {}),
    }
    return open(url, 'iframe', {
      ...fields,
      cres: Buffer.from(JSON.stringify(changed)).toString('base64url'),
    })
  }
}

/** Starts a gateway in a separate directory. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const clock = new TestClock()
  const isNew = options.dataDir === undefined
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'sluice-gateway-'))
  const reading = readConfig(
    {
      port: String(options.port ?? 0),
      data: dataDir,
      ...(options.databaseUrl ? { 'database-url': options.databaseUrl } : {}),
    },
    { SLUICE_LOG_LEVEL: 'silent', ...options.env },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  if (isNew && options.databaseUrl === undefined)
    await putMigratedDatabase(dataDir, migrationsOfGateway(reading.config.simulators))
  const app = await buildApp(reading.config, {
    clock,
    verifyAnswers: true,
    assets: NO_ASSETS,
    hostedPage: NO_PAGE,
    portalProgram: NO_PORTAL,
    passwordHashes: createQuickPasswordHashes(),
    ...options.adapters,
  })
  const answers = watchAnswers(app.server)
  // Loads everything before the gateway listens, as a busy machine does.
  await app.server.ready()
  const { metricsUrl } = await app.listen()
  if (app.ready === null) throw new Error('no demo merchant')
  const { databaseUrl } = options
  const places = { dataDir, databaseUrl, metricsUrl, answers }
  return new TestGateway(app, options.adapters?.clock ?? clock, app.ready, places)
}
