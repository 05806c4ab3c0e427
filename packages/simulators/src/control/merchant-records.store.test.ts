import { expect, it } from 'vitest'

import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'
import { Secret } from '@sluice/shared/secret'

import { describeOnBothDatabases } from '../../../gateway/test/databases.ts'
import { createChallengeRecordsStore } from '../acs/challenge-records.store.ts'
import { createSimulatedAlternativeProviders } from '../alternative-provider/alternative-providers.ts'
import { createOrderLedgerStore } from '../alternative-provider/order-ledger.store.ts'
import { createSimulatedCardProviders } from '../card-provider/card-provider.ts'
import { createHeldPaymentsStore } from '../card-provider/held-payments.store.ts'
import { createProviderLedgerStore } from '../card-provider/provider-ledger.store.ts'
import type { Provider } from '../provider.ts'
import { assignTransId } from '../three-ds-server/assign-trans-id.ts'
import { createSimulatedThreeDsServer } from '../three-ds-server/three-ds-server.ts'
import { simulatorMigrations } from '../simulator.migration.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import { SIMULATOR_TABLES } from '../simulator-tenancy.ts'
import { createReadBooks } from './books.store.ts'
import { createMerchantRecords } from './merchant-records.store.ts'

const NOW_MS = 1_795_000_000_000
const MINUTE_MS = 60_000

describeOnBothDatabases<SimulatorTables>(
  'records of a merchant at the simulators',
  (openFresh) => {
    async function open() {
      const { db } = await openFresh()
      const clock = { now: () => NOW_MS }
      const random = createSystemRandom(systemClock)
      const transact = createTransact({ db, random, timers: systemTimers })
      const options = {
        clock,
        random,
        timers: systemTimers,
        pagesUrl: () => 'https://bank.example',
        callbackUrlOf: () => null,
        makeMessageId: () => random.uuid(),
      }
      const ledger = createOrderLedgerStore({ db, transact, makeMessageId: () => random.uuid() })
      const challenges = createChallengeRecordsStore(db)
      const providers = new Map<string, Provider>(
        [
          ...createSimulatedCardProviders({
            ...options,
            store: createProviderLedgerStore({ db, transact }),
            held: createHeldPaymentsStore(db),
            challenges,
          }),
          ...createSimulatedAlternativeProviders({ ...options, ledger }),
        ].map((provider) => [provider.id, provider]),
      )
      const provider = (id: string): Provider => {
        const found = providers.get(id)
        if (!found) throw new Error(`no provider ${id}`)
        return found
      }
      const countRows = async () => {
        const counts: Record<string, number> = {}
        for (const { table } of SIMULATOR_TABLES.tenants) {
          counts[table] = (await db.selectFrom(table).selectAll().execute()).length
        }
        return counts
      }

      /** Leaves a row in every table. */
      async function trade(merchantId: string): Promise<void> {
        const movement = (providerId: string, name: string) => ({
          idempotencyKey: `${merchantId} ${name}`,
          merchantId,
          transactionId: `${merchantId} transaction`,
          accountId: `${providerId}-eur`,
          amountMinor: 500,
          currency: 'EUR',
          metadata: null,
        })
        const card = {
          brand: 'VISA' as const,
          pan: new Secret('4242424242424242'),
          cvv: null,
          expirationMonth: 12,
          expirationYear: 2030,
        }
        await provider('sim-a').authorize({
          ...movement('sim-a', 'purchase'),
          attemptNumber: 1,
          transactionType: 'PURCHASE',
          card,
          authentication: null,
          storedCredential: null,
          exemption: null,
          metadata: { response_code: '1002' },
        })
        await provider('sim-g').authorize({
          ...movement('sim-g', 'held'),
          attemptNumber: 1,
          transactionType: 'PURCHASE',
          card,
          authentication: null,
          storedCredential: null,
          exemption: null,
          shopper: {
            returnUrl: 'https://gateway.example/return',
            notificationUrl: 'https://gateway.example',
            challengePreference: 'NO_PREFERENCE',
            language: 'en',
          },
        })
        const threeDsServer = createSimulatedThreeDsServer({ ...options, store: challenges })
        await threeDsServer.authenticate({
          ...movement('', ''),
          key: merchantId,
          namesSeller: true,
          challengePreference: 'NO_PREFERENCE',
          exemption: null,
          threeDsServerTransId: assignTransId(merchantId),
          card: { pan: card.pan, brand: 'VISA' },
          merchantName: null,
          completionIndicator: 'Y',
          notificationUrl: 'https://gateway.example',
          returnUrl: 'https://gateway.example/return',
          language: 'en',
          metadata: { simulated_flow: 'CHALLENGE' },
        })
        await challenges.openRound(assignTransId(merchantId), 1, NOW_MS)
        const payments = provider('sim-payments')
        await payments.order({
          ...movement('sim-payments', 'order'),
          type: 'payment_qr_code',
          direction: 'DEPOSIT',
          reference: 'order',
          merchantName: null,
          blikCode: null,
          vpa: null,
          beneficiary: null,
          returnUrl: null,
          language: null,
          expiresAtMs: NOW_MS + 5 * MINUTE_MS,
          callbackUrl: 'https://gateway.example/callback',
          metadata: { simulated_flow: 'REDIRECT' },
        })
        const order = await ledger.find({ providerId: 'sim-payments', idempotencyKey: `${merchantId} order` })
        if (order) await ledger.settle(order, '0000', NOW_MS)
        await payments.operate({
          ...movement('sim-payments', 'refund'),
          operation: 'REFUND',
          originalKey: `${merchantId} order`,
          parentKey: `${merchantId} order`,
          finalCapture: false,
        })
      }
      return {
        db,
        ledger,
        provider,
        trade,
        countRows,
        readBooks: createReadBooks(db, clock),
        ...createMerchantRecords({ transact }),
      }
    }

    it('are removed, even twice, without those of other merchants', async () => {
      const { trade, countRows, moveClock, removeMerchant, provider } = await open()
      await trade('kept')
      await moveClock('kept', MINUTE_MS)
      const before = await countRows()
      expect(Object.values(before).every((count) => count > 0)).toBe(true)
      await trade('removed')
      await moveClock('removed', MINUTE_MS)
      await removeMerchant('removed')
      await removeMerchant('removed')
      expect(await countRows()).toEqual(before)

      // A fence names a key only, and is a promise: it outlives the merchant whose key it was.
      await provider('sim-a').fence('removed later')
      await removeMerchant('removed')
      expect(await provider('sim-a').fence('removed later')).toEqual({ kind: 'fenced' })
    })

    it('come due sooner by as much as the clock is advanced, once, and never later', async () => {
      const { trade, moveClock, db } = await open()
      await trade('moved')
      await trade('other')
      const readTimes = async () => {
        const rows = await db.selectFrom('simulated_orders').select(['merchant_id', 'expires_at']).execute()
        return Object.fromEntries(rows.map((row) => [row.merchant_id, row.expires_at]))
      }
      const { moved, other } = await readTimes()
      const offsets = [2 * MINUTE_MS, MINUTE_MS, 2 * MINUTE_MS]
      await Promise.all(offsets.map((offsetMs) => moveClock('moved', offsetMs)))
      expect(await moveClock('moved', 1)).toBe(2 * MINUTE_MS)
      expect(await readTimes()).toEqual({ moved: Number(moved) - 2 * MINUTE_MS, other })
    })

    it('are read by keys or by transactions, as the providers would answer now', async () => {
      const { trade, moveClock, readBooks, provider } = await open()
      await trade('shop')
      await trade('other')
      await provider('sim-b').fence('fenced card')
      await provider('sim-payments').fence('fenced order')
      const listed = async () =>
        (await readBooks({ transactionIds: ['shop transaction'] }))
          .map((entry) => [entry.idempotencyKey, entry.type, entry.processingCode, entry.isSettled])
          .sort()
      expect(await listed()).toEqual([
        ['shop order', 'payment_qr_code', '0000', true],
        ['shop purchase', 'PURCHASE', '1002', false],
        ['shop refund', 'REFUND', '0000', true],
      ])
      await moveClock('shop', MINUTE_MS)
      expect(await listed()).toContainEqual(['shop purchase', 'PURCHASE', '0000', false])
      const keys = ['shop refund', 'fenced card', 'fenced order', 'never seen']
      const byKey = await readBooks({ keys })
      expect(byKey.map(({ idempotencyKey, type, providerId }) => [idempotencyKey, type, providerId])).toEqual(
        [
          ['fenced card', 'FENCE', 'sim-b'],
          ['shop refund', 'REFUND', 'sim-payments'],
          ['fenced order', 'FENCE', 'sim-payments'],
        ],
      )
      expect(await readBooks({ keys: [] })).toEqual([])
    })
  },
  simulatorMigrations,
)
