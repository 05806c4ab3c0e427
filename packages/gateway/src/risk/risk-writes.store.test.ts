import { type Kysely, sql } from 'kysely'
import { expect, it, vi } from 'vitest'

import type { RiskRule as WireRiskRule } from '@sluice/types'
import type { TransactionStatus } from '@sluice/types/vocabulary'
import type { DatabaseLocation } from '@sluice/platform/database/database-location'
import { openDatabase, type OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../test/databases.ts'
import type { Database } from '../composition/tables.ts'
import { gatewayMigrations } from '../composition/gateway-migrations.ts'
import { purgeCounted } from './purge-counted.store.ts'
import { createRiskWrites } from './risk-writes.store.ts'
import type { RiskRule } from './risk-settings.ts'
import { fromRiskSettings } from './risk-settings.wire.ts'
import { countedOf, watchPayment, type WatchedPayment } from './watch-payment.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 10)
const HOUR_MS = 3_600_000

/** The payments in one process. */
function openProcess({ db, dialect }: OpenDatabase<Database>) {
  const risk = createRiskWrites({ dialect, clock: systemClock })
  const transact = createTransact({ db, random: createSystemRandom(systemClock), timers: systemTimers })
  return {
    /** Runs in a transaction with further work. */
    within: (
      work: (
        trx: Kysely<Database>,
        checkAndCount: (watched: WatchedPayment) => Promise<unknown>,
      ) => Promise<void>,
    ) => transact((trx) => work(trx, (watched) => risk.checkAndCount(trx, watched, NOW_MS))),
    begin: (watched: WatchedPayment, nowMs = NOW_MS) =>
      transact((trx) => risk.checkAndCount(trx, watched, nowMs)),
    end: (
      watched: WatchedPayment,
      status: TransactionStatus,
      codes: readonly string[] = [],
      nowMs = NOW_MS,
    ) =>
      transact((trx) => {
        const counted = countedOf(watched)
        if (counted === null) throw new Error('nothing counts it')
        const refused = codes.map((processingCode, place) => ({
          id: `${watched.transactionId}-${place}`,
          processingCode: processingCode as '2002',
        }))
        const ended = status === 'PENDING' ? null : status === 'APPROVED' ? status : 'ENDED'
        return risk.follow(trx, { ...watched, counted, refused, ended }, nowMs)
      }),
  }
}

function paymentOf(
  rules: readonly RiskRule[],
  payment: { id: string; card?: string; amountMinor?: number; terminalId?: string },
  atTerminal: string | null = null,
): WatchedPayment {
  const { id, card = 'card', amountMinor = 100, terminalId = 't1' } = payment
  const settings = { rules, blocked: { cards: [], emails: [], addresses: [] } }
  const watched = watchPayment(
    {
      merchantId: 'm',
      terminalId,
      transactionId: id,
      amountMinor,
      currency: 'EUR',
      account: { providerId: 'p', accountId: 'a' },
    },
    { card, customer: 'ada', email: null, address: 'here' },
    [{ settings, terminalId: atTerminal }],
  )
  if (watched === null) throw new Error('no rule holds')
  return watched
}

const rulesOf = (rule: Partial<WireRiskRule>) =>
  fromRiskSettings({
    rules: [{ id: 'rule', subject: 'ADDRESS', counts: 'PAYMENTS', most: 2, within_minutes: 60, ...rule }],
  }).rules

describeOnBothDatabases('payments that rules count', (open, { makeLocation, dialect }) => {
  it('are allowed up to the limit of the rule, and again after the window', async () => {
    const { begin } = openProcess(await open())
    const rules = rulesOf({})
    expect((await begin(paymentOf(rules, { id: 'a' }))).code).toBeNull()
    expect((await begin(paymentOf(rules, { id: 'b' }))).code).toBeNull()
    expect(await begin(paymentOf(rules, { id: 'c' }))).toEqual({
      code: '4200',
      matches: [{ rule: 'rule', effect: 'BLOCK' }],
    })
    expect((await begin(paymentOf(rules, { id: 'd' }), NOW_MS + HOUR_MS - 1)).code).toBe('4200')
    expect((await begin(paymentOf(rules, { id: 'e' }), NOW_MS + HOUR_MS)).code).toBeNull()
  })

  it('are counted by a rule that only records, and allowed', async () => {
    const { begin } = openProcess(await open())
    const rules = rulesOf({ most: 1, effect: 'NOTE' })
    await begin(paymentOf(rules, { id: 'a' }))
    expect(await begin(paymentOf(rules, { id: 'b' }))).toEqual({
      code: null,
      matches: [{ rule: 'rule', effect: 'NOTE' }],
    })
  })

  it('are added up while they are pending or approved', async () => {
    const { begin, end } = openProcess(await open())
    const rules = rulesOf({ counts: 'AMOUNT', currency: 'EUR', subject: 'CUSTOMER', most: 250 })
    const [first, second, third] = ['a', 'b', 'c'].map((id) => paymentOf(rules, { id })) as [
      WatchedPayment,
      WatchedPayment,
      WatchedPayment,
    ]
    await begin(first)
    await begin(second)
    expect((await begin(third)).code).toBe('4201')
    await end(second, 'DECLINED', ['1004'])
    expect((await begin(third)).code).toBeNull()
    await end(third, 'APPROVED')
    expect((await begin(paymentOf(rules, { id: 'd' }))).code).toBe('4201')
  })

  it('are counted by refusals with the codes of the rule; pending payments count until they end otherwise', async () => {
    const { begin, end } = openProcess(await open())
    const rules = rulesOf({ subject: 'CARD', counts: 'REFUSALS', codes: ['2002', '2020'] })
    const guess = async (id: string, ...codes: string[]) => {
      const payment = paymentOf(rules, { id })
      const { code } = await begin(payment)
      if (code === null) await end(payment, codes.length > 0 ? 'DECLINED' : 'APPROVED', codes)
      return code
    }
    expect(await guess('a', '2020')).toBeNull()
    for (const id of ['b', 'c', 'd']) expect(await guess(id)).toBeNull()
    for (const id of ['e', 'f', 'g']) expect(await guess(id, '1004')).toBeNull()
    const slow = paymentOf(rules, { id: 'slow' })
    expect((await begin(slow)).code).toBeNull()
    expect(await guess('h')).toBe('4200')
    await end(slow, 'CANCELED')
    expect(await guess('i', '2002')).toBeNull()
    expect(await guess('j')).toBe('4200')
  })

  it('count each refused attempt of a payment once, however often it is recorded', async () => {
    const { begin, end } = openProcess(await open())
    const rules = rulesOf({ subject: 'CARD', counts: 'REFUSALS', most: 3 })
    const payment = paymentOf(rules, { id: 'corrected' })
    await begin(payment)
    await end(payment, 'PENDING', ['2002'])
    await end(payment, 'DECLINED', ['2002', '2020'])
    await end(payment, 'DECLINED', ['2002', '2020'])
    expect((await begin(paymentOf(rules, { id: 'next' }))).code).toBeNull()
    expect((await begin(paymentOf(rules, { id: 'after' }))).code).toBe('4200')
  })

  it('are evaluated again when their shopper corrects them, and still count as one payment', async () => {
    const { begin, end } = openProcess(await open())
    const rules = rulesOf({ subject: 'CARD', counts: 'REFUSALS', most: 2 })
    const first = paymentOf(rules, { id: 'a', card: 'mistyped' })
    await begin(first)
    await end(first, 'DECLINED', ['2002'])
    const corrected = paymentOf(rules, { id: 'a', card: 'mine' })
    expect((await begin(corrected)).code).toBeNull()
    await end(corrected, 'APPROVED')
    // One refusal of the mistyped number, and no pending payment.
    const again = paymentOf(rules, { id: 'b', card: 'mistyped' })
    expect((await begin(again)).code).toBeNull()
    await end(again, 'DECLINED', ['2002'])
    expect((await begin(paymentOf(rules, { id: 'c', card: 'mistyped' }))).code).toBe('4200')

    const once = rulesOf({ subject: 'MERCHANT', most: 1 })
    expect((await begin(paymentOf(once, { id: 'd' }))).code).toBeNull()
    expect((await begin(paymentOf(once, { id: 'd', card: 'other' }))).code).toBeNull()
    expect((await begin(paymentOf(once, { id: 'e' }))).code).toBe('4202')
  })

  it('are counted by different cards, because retrying the same card is not card testing', async () => {
    const { begin, end } = openProcess(await open())
    const rules = rulesOf({ counts: 'REFUSED_CARDS' })
    const tryCard = async (id: string, card: string) => {
      const payment = paymentOf(rules, { id, card })
      const { code } = await begin(payment)
      if (code === null) await end(payment, 'DECLINED', ['1000'])
      return code
    }
    for (const id of ['a', 'b', 'c', 'd']) expect(await tryCard(id, 'mine')).toBeNull()
    expect(await tryCard('e', 'yours')).toBeNull()
    expect(await tryCard('f', 'theirs')).toBe('4200')
    expect(await tryCard('g', 'mine')).toBeNull()
  })

  it('are counted by the rules of their terminal', async () => {
    const { begin } = openProcess(await open())
    const rules = rulesOf({ most: 1 })
    await begin(paymentOf(rules, { id: 'a', terminalId: 't1' }, 't1'))
    expect((await begin(paymentOf(rules, { id: 'b', terminalId: 't2' }, 't2'))).code).toBeNull()
    expect((await begin(paymentOf(rules, { id: 'c', terminalId: 't1' }, 't1'))).code).toBe('4200')
    expect((await begin(paymentOf(rules, { id: 'd', terminalId: 't3' }))).code).toBe('4200')
  })

  it('are deleted when no window includes them', async () => {
    const database = await open()
    const { begin, end } = openProcess(database)
    const payment = paymentOf(rulesOf({ subject: 'CARD', counts: 'REFUSALS' }), { id: 'a' })
    await begin(payment)
    await end(payment, 'DECLINED', ['2002'])
    expect(await purgeCounted(database.db, NOW_MS + HOUR_MS - 1)).toBe(0)
    expect(await purgeCounted(database.db, NOW_MS + HOUR_MS)).toBe(2)
  })

  it('leave no row when they match a rule, and do not affect the commits of others', async () => {
    const database = await open()
    const { begin } = openProcess(database)
    const rules = rulesOf({ subject: 'CARD', most: 1 })
    await begin(paymentOf(rules, { id: 'first', card: 'busy' }))
    // They arrive together, and share a commit if commits are shared.
    const cards = ['a', 'busy', 'b', 'busy', 'c']
    const verdicts = await Promise.all(
      cards.map((card, at) => begin(paymentOf(rules, { id: `payment ${at}`, card }))),
    )
    expect(verdicts.map(({ code }) => code)).toEqual([null, '4200', null, '4200', null])
    const counted = await database.db.selectFrom('risk_events').select('id').orderBy('id').execute()
    expect(counted.map(({ id }) => id)).toEqual(['first', 'payment 0', 'payment 2', 'payment 4'])
  })

  // With another rule that only records, the totals are queried.
  it.runIf(dialect === 'postgres').each(['BLOCK', 'NOTE'] as const)(
    'are counted after one that another process has begun but not committed (%s)',
    async (effect) => {
      const location = await makeLocation()
      const [here, there] = [
        await openDatabase<Database>(location, gatewayMigrations),
        await openDatabase<Database>(location, gatewayMigrations),
      ]
      try {
        const rules = [...rulesOf({ most: 1 }), ...rulesOf({ subject: 'MERCHANT', most: 9, effect })]
        const [begun, letGo] = [gate(), gate()]
        const first = openProcess(here).within(async (trx, checkAndCount) => {
          await checkAndCount(paymentOf(rules, { id: 'first' }))
          // The query goes with the preceding writes.
          await trx.selectFrom('risk_events').select('id').execute()
          begun.open()
          await letGo.opened
        })
        await begun.opened
        const second = openProcess(there).begin(paymentOf(rules, { id: 'second' }))
        await Promise.race([second, vi.waitFor(async () => expect(await countWaiting(here)).toBe(1))])
        letGo.open()
        await first
        expect((await second).code).toBe('4200')
      } finally {
        await here.close()
        await there.close()
      }
    },
  )

  it.runIf(dialect === 'postgres')('do not deadlock, whatever the order of their rules', async () => {
    const location = await makeLocation()
    const databases = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase<Database>(location, gatewayMigrations)),
    )
    try {
      const processes = databases.map(openProcess)
      const [one, other] = [rulesOf({ subject: 'CARD', most: 1_000 }), rulesOf({ most: 1_000 })]
      const orders = [
        [...one, ...other],
        [...other, ...one],
      ]
      const begun = await Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          const rules = orders[at % 2] ?? []
          const payment = paymentOf(rules, { id: `${at}`, card: `card ${at % 3}` })
          return processes[at % processes.length]?.begin(payment)
        }),
      )
      expect(begun.every((verdict) => verdict?.code === null)).toBe(true)
    } finally {
      for (const database of databases) await database.close()
    }
    expect(await countDeadlocks(location)).toBe(0)
  })

  // Several processes, each with its own connections; the embedded database has one process.
  it.each([
    ['PAYMENTS', 'of anybody', 5],
    ['REFUSALS', 'without a refusal', 20],
    ['REFUSALS', 'after a refusal', 4],
    ['REFUSED_CARDS', 'without a refusal', 20],
    ['REFUSED_CARDS', 'after a refusal', 4],
  ] as const)(
    'are let through exactly as often as the rule says when all begin at once: %s %s',
    async (counts, where, most) => {
      const location = await makeLocation()
      const databases: OpenDatabase<Database>[] = []
      const processes = dialect === 'postgres' ? 4 : 1
      for (let count = 0; count < processes; count += 1)
        databases.push(await openDatabase<Database>(location, gatewayMigrations))
      try {
        const rules = rulesOf({ subject: 'ADDRESS', counts, most: 5 })
        const [database] = databases
        if (database && where === 'after a refusal') {
          const refused = paymentOf(rules, { id: 'refused', card: 'refused' })
          const { begin, end } = openProcess(database)
          await begin(refused)
          await end(refused, 'DECLINED', ['2002'])
        }
        const verdicts = await Promise.all(
          Array.from({ length: 40 }, (_, index) => {
            const database = databases[index % databases.length]
            if (!database) throw new Error('no process')
            return openProcess(database).begin(paymentOf(rules, { id: `${index}`, card: `card ${index}` }))
          }),
        )
        expect(verdicts.filter(({ code }) => code === null)).toHaveLength(most)
      } finally {
        for (const database of databases) await database.close()
      }
    },
  )
})

/** Returns the server's statistics of closed connections. */
async function countDeadlocks(location: DatabaseLocation): Promise<number> {
  const database = await openDatabase<Database>(location, gatewayMigrations)
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db)
  await database.close()
  return Number(rows[0]?.deadlocks)
}

/** Returns how many connections wait for a named lock. */
async function countWaiting({ db }: OpenDatabase<Database>): Promise<number> {
  const { rows } = await sql`
    select 1 from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`.execute(db)
  return rows.length
}

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
