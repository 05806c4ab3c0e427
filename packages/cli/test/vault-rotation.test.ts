import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { type Config, readConfig } from '@sluice/gateway-core/config'
import { rotateVaultOf } from '@sluice/gateway-core/operator-tools/rotate-vault'
import { rotateVaultKek, rotateVaultKeys } from '@sluice/gateway-core/payment-methods'
import type { Customer } from '@sluice/types'

import { COMMANDS } from '../src/commands/index.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

/** Enough for payments to meet every step of a change. */
const CHANGES = 3

describe('vault keys that change while a gateway runs', () => {
  let postgres: TestPostgres
  let gateway: TestGateway
  /** The command's configuration: the same database and the same secrets, another process. */
  let config: Config

  beforeAll(async () => {
    postgres = await startPostgres()
    const databaseUrl = await postgres.createDatabase()
    gateway = await startTestGateway({ databaseUrl })
    const reading = readConfig({ data: gateway.dataDir, 'database-url': databaseUrl }, {})
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    config = reading.config
  })
  afterAll(async () => {
    await gateway.close()
    await postgres.stop()
  })

  it('fail no payment that uses or saves a card', async () => {
    const customer = await gateway.send<Customer>('POST', '/api/customers', { email: 'ada@example.com' })
    const saving = {
      tokenization: { save_card_for_future_payments: true },
      customer: { id: customer.body.id },
    }
    const save = async () => (await gateway.pay({ flow: 'NO_3DS', body: saving })).transaction
    const token = (await save()).payment_method.token ?? ''
    const payment_method = { type: 'saved_card', data: { payment_method_id: token } }
    const pay = async () =>
      (await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'], body: { payment_method } })).transaction

    const changing = { isOver: false }
    const outcomes: string[] = []
    const proceed = async (work: typeof pay): Promise<void> => {
      while (!changing.isOver) {
        const { status, payment_method } = await work()
        outcomes.push(`${status} ${payment_method.token === token}`)
      }
    }
    const payments = Promise.all([proceed(pay), proceed(pay), proceed(save)])
    for (let change = 0; change < CHANGES; change += 1) {
      expect(await rotateVaultOf(config, 'vault.rotate-kek', rotateVaultKek)).toMatchObject({ destroyed: 1 })
      await rotateVaultOf(config, 'vault.rotate-keys', rotateVaultKeys)
    }
    changing.isOver = true
    await payments
    expect(outcomes.length).toBeGreaterThanOrEqual(CHANGES)
    expect(new Set(outcomes)).toEqual(new Set(['APPROVED true']))
  })
})

describe('vault keys that change while no gateway runs', () => {
  it('open what was saved before, on the embedded database', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-vault-'))
    const before = await startTestGateway({ dataDir })
    const saving = { tokenization: { save_card_for_future_payments: true } }
    const { transaction } = await before.pay({ flow: 'NO_3DS', body: saving })
    await before.app.close()

    const reading = readConfig({ data: dataDir }, {})
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      for (const name of ['rotate-vault-kek', 'rotate-vault-keys']) {
        const command = await COMMANDS[name]?.load()
        expect(await command?.run({ config: reading.config, options: {} })).toBe(0)
      }
      expect(said.mock.calls.flat()).toEqual([
        'Data keys wrapped again: 1. Wrapping keys destroyed: 1.\n',
        'Data keys retired: 1. Cards encrypted again: 1. Data keys destroyed: 0.\n',
      ])
    } finally {
      said.mockRestore()
    }

    const after = await startTestGateway({ dataDir })
    try {
      const data = { payment_method_id: transaction.payment_method.token }
      const payment_method = { type: 'saved_card', data }
      const paid = await after.pay({ flow: 'NO_3DS', body: { payment_method } })
      expect(paid.transaction.status).toBe('APPROVED')
    } finally {
      await after.close()
    }
  })
})
