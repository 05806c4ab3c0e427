/**
 * Every operation of each connector, through the gateway and the provider's twin, with every one of its requests or
 * answers lost: nothing happens twice, and both books agree. If the outcome cannot be determined, the gateway requires
 * manual resolution, and reports it. The table is printed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  PROVIDER_CONNECTOR_TYPES,
  PROVIDER_CONNECTORS,
  type ProviderConnectorType,
} from '@sluice/connectors/declarations'
import type { ManageType } from '@sluice/types/vocabulary'
import type { Transaction } from '@sluice/types'
import { afterAll, afterEach, expect, it } from 'vitest'

import type { CommonFault } from '../../connectors/twins/faults/fault-plan.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { type CardRow, ORDER_ROWS } from './connector-matrix/matrix-rows.ts'
import { AMOUNT_MINOR, idOf, MatrixShop, ORDER_MINOR } from './connector-matrix/matrix-shop.ts'
import { type Money, startMatrixWorld } from './connector-matrix/matrix-world.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { TestClock } from './test-clock.ts'

const clock = new TestClock()
const world = await startMatrixWorld(clock)

const PART_MINOR = 4_000
/** No call of a connector has more, and a challenge has two calls. */
const REQUESTS_MAX = 8

/** The short form loses requests and answers; the whole one has other ways in which an answer may be missing. */
const FAULTS: readonly CommonFault[] =
  process.env['PROOF_CURRENCIES'] === 'all'
    ? ['request-lost', 'answer-lost', 'html-502', 'html-502-after', 'error-500', 'error-500-after']
    : ['request-lost', 'answer-lost']

/** An operation, and what a provider has of it in its books. */
interface Operation {
  /** Pays what the operation is about. */
  readonly prepare: (shop: MatrixShop, provider: ProviderConnectorType) => Promise<Transaction | null>
  readonly run: (
    shop: MatrixShop,
    provider: ProviderConnectorType,
    parent: Transaction | null,
  ) => Promise<Transaction>
  /** The amount that moved, if the operation was executed once. */
  readonly moves: number
  readonly measure: (books: readonly Money[]) => number
}

const cardRow = (
  provider: ProviderConnectorType,
  authenticator: CardRow['authenticator'],
  way: CardRow['way'] = 'frictionless',
): CardRow => ({ provider, authenticator, way, method: 'card' })

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const kept = (books: readonly Money[]): number =>
  sum(books.map(({ held, captured, refunded }) => held + captured - refunded))
const all = (member: keyof Money) => (books: readonly Money[]) => sum(books.map((book) => book[member]))

const pay =
  (transaction_type: 'AUTHORIZE' | 'PURCHASE') =>
  (shop: MatrixShop, provider: ProviderConnectorType): Promise<Transaction> =>
    shop.payByCard(cardRow(provider, 'EXTERNAL'), {
      transaction_type,
      // Adyen raises and extends holds that were estimates.
      ...(transaction_type === 'AUTHORIZE' && { options: { authorisation_type: 'PreAuth' } }),
    })

const follow = (
  operation: ManageType,
  parentType: 'AUTHORIZE' | 'PURCHASE',
  amount: number,
  books: Pick<Operation, 'moves' | 'measure'>,
): Operation => ({
  ...books,
  prepare: pay(parentType),
  run: (shop, _provider, parent) => shop.manage(parent ?? expect.fail('no parent'), operation, amount),
})

const nothing = () => Promise.resolve(null)

const OPERATIONS: Readonly<Record<string, Operation>> = {
  purchase: { prepare: nothing, run: pay('PURCHASE'), moves: AMOUNT_MINOR, measure: kept },
  authorization: { prepare: nothing, run: pay('AUTHORIZE'), moves: AMOUNT_MINOR, measure: kept },
  'purchase with a challenge by the provider': {
    prepare: nothing,
    run: (shop, provider) =>
      shop.payByCard(cardRow(provider, 'PROVIDER', 'challenge'), { transaction_type: 'PURCHASE' }),
    moves: AMOUNT_MINOR,
    measure: kept,
  },
  'order that is paid elsewhere': {
    prepare: nothing,
    async run(shop, provider) {
      const before = world.books(provider).length
      const row = ORDER_ROWS.find(
        (one) => one.provider === provider && one.method === 'provider-redirect-idl',
      )
      const id = idOf(await shop.order(row ?? expect.fail('no order')))
      if (world.books(provider).length > before) await shop.confirm(provider)
      return shop.settle(id)
    },
    moves: ORDER_MINOR,
    measure: kept,
  },
  capture: follow('CAPTURE', 'AUTHORIZE', PART_MINOR, { moves: PART_MINOR, measure: all('captured') }),
  refund: follow('REFUND', 'PURCHASE', PART_MINOR, { moves: PART_MINOR, measure: all('refunded') }),
  void: follow('VOID', 'AUTHORIZE', AMOUNT_MINOR, { moves: -AMOUNT_MINOR, measure: all('held') }),
  increment: follow('INCREMENT', 'AUTHORIZE', PART_MINOR, { moves: PART_MINOR, measure: all('held') }),
  extension: follow('EXTEND', 'AUTHORIZE', AMOUNT_MINOR, { moves: 0, measure: all('held') }),
}

/** The operations after an approval, by the names above. */
const MANAGED: Readonly<Partial<Record<string, ManageType>>> = {
  capture: 'CAPTURE',
  refund: 'REFUND',
  void: 'VOID',
  increment: 'INCREMENT',
  extension: 'EXTEND',
}

const CASES = PROVIDER_CONNECTOR_TYPES.flatMap((provider) =>
  Object.keys(OPERATIONS)
    .filter((name) => {
      const managed = MANAGED[name]
      const declared: readonly string[] = PROVIDER_CONNECTORS[provider].declared.manages
      return managed === undefined || declared.includes(managed)
    })
    .flatMap((name) => FAULTS.map((fault) => [provider, name, fault] as const)),
)

const table = new Map<string, string>()

afterAll(async () => {
  const lines = [
    'What became of each operation, for the first, second, … request that was hit:',
    ...[...table].map(([name, cells]) => `${name}: ${cells}`),
  ]
  const folder = join(import.meta.dirname, '../../../test-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'connector-lost-answers.txt'), `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
  await world.close()
})

describeAtBothGateways(
  'a lost answer',
  (current) => {
    let shop: MatrixShop
    afterEach(async () => {
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
      const { stripe, adyen } = world
      expect([stripe.contract().breaches, adyen.contract().breaches]).toEqual([[], []])
      expect([stripe.crashes(), adyen.crashes(), adyen.misuses()]).toEqual([[], [], []])
    })

    /** The outcome cannot be determined: it requires manual resolution, with a reason. */
    const expectPerson = async (id: string): Promise<void> => {
      const [attempt] = await current().gateway.books.of('attempts', id)
      expect(attempt).toMatchObject({ status: 'NEEDS_DECISION' })
      const alerts = await current().gateway.books.of('alerts', id)
      expect(alerts.map(({ kind }) => kind)).toContain('UNRESOLVED')
    }

    /** Runs an operation whose n-th request goes wrong; null if it has fewer. */
    async function lose(
      { prepare, run, moves, measure }: Operation,
      provider: ProviderConnectorType,
      plan: { readonly kind: CommonFault; readonly nth: number },
    ): Promise<'once' | 'never' | 'a person decides' | null> {
      // Days pass without an answer, and keys to seal cards with expire.
      shop = await MatrixShop.open(current().gateway, world, clock)
      const parent = await prepare(shop, provider)
      const books = world.books(provider)
      const first = parent === null ? books.length : books.length - 1
      const before = measure(books.slice(first))
      const { faults, requests } = world[provider]
      const { length } = requests()
      // A request that moves no money is sent again when its connection breaks: then that is lost as well.
      faults.plan({ ...plan, method: 'POST', path: '^/v', times: plan.kind.endsWith('-lost') ? 2 : 1 })
      const { id, status } = await run(shop, provider, parent)
      faults.clear()
      const posts = requests()
        .slice(length)
        .filter((request) => !('method' in request) || request.method === 'POST')
      const moved = measure(world.books(provider).slice(first)) - before
      if (status === 'PENDING') {
        await expectPerson(id)
        expect([0, moves]).toContain(moved)
        return 'a person decides'
      }
      const isDone = status === 'APPROVED'
      expect(moved, `${id} ${status}`).toBe(isDone ? moves : 0)
      if (posts.length < plan.nth) {
        expect(status).toBe('APPROVED')
        return null
      }
      return isDone ? 'once' : 'never'
    }

    it.each(CASES)('%s, %s, %s: nothing happens twice', async (provider, name, kind) => {
      const cells: string[] = []
      const operation = OPERATIONS[name] ?? expect.fail('no operation')
      for (let nth = 1; nth <= REQUESTS_MAX; nth += 1) {
        const end = await lose(operation, provider, { kind, nth })
        if (end === null) break
        cells.push(end)
      }
      expect(cells.length).toBeGreaterThan(0)
      table.set(`${provider}, ${name}, ${kind}`, cells.join(', '))
    })
  },
  { env: { SLUICE_CONFIG_FILE: world.file }, adapters: { clock } },
)
