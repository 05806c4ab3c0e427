/** The moments at which a gateway process is killed: between two lines that a crash must not separate. */
import { InsertQueryNode, type KyselyPlugin, type RootOperationNode } from 'kysely'

import { runAfterCommit } from '@sluice/platform/database/after-commit'
import type { Transact } from '@sluice/platform/database/transact'

import type { Provider } from '../packages/gateway/src/transactions/index.ts'
import type { Database } from '../packages/gateway/src/composition/tables.ts'

export const KILL_POINTS = [
  /** The attempt is committed, and the provider has not been called. */
  'attempt-committed',
  /** The provider has executed, and its answer is still on its way. */
  'provider-executed',
  /** The answer has arrived and is not stored yet. */
  'provider-answered',
  /** The provider promised never to execute a key, and the promise is not stored yet. */
  'fence-promised',
  /** The provider promised that an order can no longer be paid, and the promise is not stored yet. */
  'order-given-up',
  /** The outcome is committed, and no answer was sent. */
  'outcome-committed',
  /** A receiver has the event and has not responded. The receiver kills the process from outside. */
  'webhook-sent',
  /** An arbitrary moment. A client kills the process from outside. */
  'any',
] as const

export type KillPoint = (typeof KILL_POINTS)[number]

/** The death of a process: when it reaches the point for the `after`th time. */
export interface Fate {
  readonly point: KillPoint
  readonly after: number
}

/** Checks at every point whether this is the moment. */
export type IsMoment = (point: KillPoint) => boolean

export function countTo(fate: Fate | null): IsMoment {
  let left = fate?.after ?? 0
  return (point) => {
    if (point !== fate?.point) return false
    left -= 1
    return left === 0
  }
}

/** Nothing of this process runs after it. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Wraps a provider during whose calls the process may die. */
export function mortalProvider(provider: Provider, isMoment: IsMoment): Provider {
  const call = async <
    Request extends Pick<
      Parameters<Provider['order']>[0],
      'idempotencyKey' | 'accountId' | 'amountMinor' | 'currency'
    >,
    Outcome,
  >(
    request: Request,
    run: (request: Request) => Promise<Outcome>,
  ): Promise<Outcome> => {
    if (isMoment('attempt-committed')) die()
    const answer = run(request)
    if (isMoment('provider-executed')) {
      const { idempotencyKey: key, accountId, amountMinor, currency } = request
      const expected = { accountId, amountMinor, currency, mayBePartial: true }
      const asked = { key, state: null, providerReference: null, ...expected }
      while ((await provider.findOutcome(asked)) === null);
      die()
    }
    const outcome = await answer
    if (isMoment('provider-answered')) die()
    return outcome
  }
  return {
    ...provider,
    authorize: (request) => call(request, (same) => provider.authorize(same)),
    operate: (request) => call(request, (same) => provider.operate(same)),
    undo: (request) => call(request, (same) => provider.undo(same)),
    order: (request) => call(request, (same) => provider.order(same)),
    // A provider's promise is valid even if this process died before it arrived.
    async fence(key) {
      const answer = await provider.fence(key)
      if (answer.kind === 'fenced' && isMoment('fence-promised')) die()
      return answer
    },
    async cancelOrder(key) {
      const outcome = await provider.cancelOrder(key)
      if (outcome.processingCode === '1003' && isMoment('order-given-up')) die()
      return outcome
    },
  }
}

/** Wraps commits after which the process may die. A commit with an outcome writes an event. */
export function mortalCommits(isMoment: IsMoment): (own: Transact<Database>) => Transact<Database> {
  return (own) => async (work) => {
    let writesEvent = false
    const watch: KyselyPlugin = {
      transformQuery({ node }) {
        writesEvent ||= isInsertIntoEvents(node)
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    let watched: object | null = null
    const done = await own((trx) => {
      writesEvent = false
      const given = trx.withPlugin(watch)
      watched = given
      return work(given)
    })
    if (writesEvent && isMoment('outcome-committed')) die()
    // The work that was to follow waits for the transaction of the request.
    if (watched) runAfterCommit(watched)
    return done
  }
}

function isInsertIntoEvents(node: RootOperationNode): boolean {
  return InsertQueryNode.is(node) && node.into?.table.identifier.name === 'events'
}
