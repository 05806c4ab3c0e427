import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'

import { createShareWork } from '@sluice/platform/kernel/share-work'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import {
  boundProvider,
  createCallOutside,
  createProviderMemory,
  createTransactionStore,
  toTransactionEvent,
  type Transaction,
} from '../src/transactions/index.ts'
import type { KeyedOperation } from '../src/transactions/execution/bound-provider.ts'
import type { FollowUpPorts } from '../src/transactions/follow-up/follow-up-flow.ts'
import { createOperationStore } from '../src/transactions/follow-up/operation.store.ts'
import { makeCommitPorts, TEST_SEALER } from './commit-ports.ts'
import type { Ask } from './money-invariant.ts'
import { FakeOperator } from './fake-operator.ts'
import { makeOpening, NOW_MS } from './transaction-fixtures.ts'
import type { Database } from '../src/composition/tables.ts'

/**
 * The parts of a gateway for operations, with a separate database: real stores, and a clock and a provider that the
 * test controls.
 */
export class OperationsFixture {
  readonly provider: FakeOperator
  readonly ports: FollowUpPorts
  readonly ask: Ask
  nowMs = NOW_MS
  readonly #memory: ReturnType<typeof createProviderMemory>

  constructor(
    { db, dialect }: Pick<OpenDatabase<Database>, 'db' | 'dialect'>,
    provider = new FakeOperator(),
  ) {
    this.provider = provider
    const clock = { now: () => this.nowMs }
    const random = createSystemRandom(clock)
    this.#memory = createProviderMemory({ db, sealer: TEST_SEALER })
    const transact = createTransact({ db, random, timers: systemTimers })
    const commits = makeCommitPorts(db, clock)
    const ports: Partial<FollowUpPorts> = {
      store: createTransactionStore({ db, dialect, transact, clock, ...commits }),
      operations: createOperationStore({
        audit: { write: () => Promise.resolve() },
        db,
        transact,
        clock,
        ...commits,
      }),
      clock,
      random,
      timers: systemTimers,
      shareQuestion: createShareWork(),
      ...this.patience(30_000),
      describeEvent: (transaction: Transaction) => ({
        id: `msg_${randomUUID()}`,
        ...toTransactionEvent(transaction),
      }),
      metadataFor: ({ metadata }) => metadata,
      // Other tests cover merchants and terminals.
      findMerchant: async () => ({ status: 'ACTIVE' }) as never,
      findTerminal: async () => ({ status: 'ACTIVE', features: { has: () => true } }) as never,
    }
    this.ports = ports as FollowUpPorts
    this.ask = async (query) => (await sql.raw<Record<string, unknown>>(query).execute(db)).rows
  }

  /** The time limit for the provider. */
  patience(providerTimeoutMs: number): Pick<FollowUpPorts, 'providers' | 'providerTimeoutMs'> {
    const callOutside = createCallOutside({
      timers: systemTimers,
      measure: (_call, work) => work(),
      onFailedCall: () => undefined,
    })
    const { provider } = this
    const unwatched: Parameters<typeof boundProvider>[4] = (_account, _subject, call) => call()
    const bound = boundProvider(provider, callOutside, providerTimeoutMs, this.#memory, unwatched)
    return { providers: new Map([[provider.id, bound]]), providerTimeoutMs }
  }

  /** Executes an operation at the provider without the gateway. */
  async operate({ originalKey, parentKey, ...request }: KeyedOperation): Promise<void> {
    const { merchantId } = request
    const [original, parent] = await Promise.all(
      [originalKey, parentKey].map((id) => this.#memory.recall({ merchantId, id })),
    )
    if (original && parent) await this.provider.operate({ ...request, original, parent })
  }

  /** Creates a payment that was just approved. */
  async approve(
    transactionType: 'AUTHORIZE' | 'PURCHASE',
    amountMinor: number,
    changes: Partial<Transaction> = {},
  ): Promise<Transaction> {
    const opening = makeOpening({
      ...changes,
      transactionType,
      amountMinor,
      createdAtMs: this.nowMs,
      updatedAtMs: this.nowMs,
    })
    const { transaction, attempt, pendingAuthentication } = opening
    await this.ports.store.open(opening)
    const after = { ...transaction, status: 'APPROVED' as const, processingCode: '0000' as const }
    const { stepNumber: _, ...current } = pendingAuthentication
    await this.ports.store.commit({
      from: pendingAuthentication,
      to: { ...current, step: 'DONE', leaseUntilMs: null },
      transaction: { before: transaction, after, cause: 'provider' },
      attempts: [{ ...attempt, status: 'ENDED', processingCode: '0000' }],
      event: this.ports.describeEvent(after),
    })
    return after
  }
}
