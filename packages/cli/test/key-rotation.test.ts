import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { changeSigningKey } from '@sluice/gateway-core/operator-tools/change-signing-key'
import { rotateVaultOf } from '@sluice/gateway-core/operator-tools/rotate-vault'
import { type Config, readConfig } from '@sluice/gateway-core/config'
import { rotateVaultKek, rotateVaultKeys } from '@sluice/gateway-core/payment-methods'
import type { EncryptionKeySet, SigningKeySet, Transaction } from '@sluice/types'

import { describeAtBothGateways } from '../../gateway/test/both-gateways.ts'
import { rotateWhileRunning } from '../../gateway/test/rotate-while-running.ts'
import { startTwoGateways, type TwoGateways } from '../../gateway/test/two-gateways.ts'
import type { TestGateway } from '../../gateway/test/test-gateway.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../src/main.ts')

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000]

/** Longer than processes remember what they read of keys. */
const FORGOTTEN_AFTER_MS = 6_000

function configOf({ dataDir }: { dataDir: string }, databaseUrl: string | null): Config {
  const reading = readConfig({ data: dataDir, ...(databaseUrl ? { 'database-url': databaseUrl } : {}) }, {})
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.config
}

const signingKids = async (at: TestGateway) => {
  const set = await at.get<SigningKeySet>(`/realms/${at.ready.realm}/protocol/openid-connect/certs`)
  return set.keys.map(({ kid }) => kid)
}

const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

/** Pays, saves cards, pays with them, and logs in repeatedly until it is stopped; any failure ends it. */
function payOn(gateway: TestGateway, savedCard: string) {
  let isStopped = false
  const saved = { type: 'saved_card', data: { payment_method_id: savedCard } }
  const kinds = [
    () => gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] }),
    () => gateway.pay({ flow: 'NO_3DS', body: { payment_method: saved } }),
    () => gateway.pay({ flow: 'NO_3DS', body: { tokenization: { save_card_for_future_payments: true } } }),
  ]
  const paying = Promise.all(
    kinds.map(async (pay) => {
      let payments = 0
      for (; !isStopped; payments += 1) {
        gateway.forgetToken()
        expect((await pay()).transaction.status).toBe('APPROVED')
      }
      return payments
    }),
  )
  return {
    async stop() {
      isStopped = true
      return paying
    },
  }
}

describeAtBothGateways('keys that change while payments run', (current) => {
  it('fail no request; a refund that is repeated with its Idempotency-Key stays one', async () => {
    const { gateway, databaseUrl, execute } = current()
    const config = configOf(gateway, databaseUrl)
    const first = await gateway.pay({
      flow: 'NO_3DS',
      body: { tokenization: { save_card_for_future_payments: true } },
    })
    const { id, reference, payment_method } = first.transaction
    const refund = {
      transaction_type: 'REFUND',
      terminal_id: gateway.ready.terminal_id,
      reference,
      currency: 'EUR',
      amount: 4_000,
    }
    const sendRefund = () =>
      gateway.send<Transaction>('POST', '/api/transactions/manage', refund, { 'idempotency-key': 'order-1' })
    const answered = await sendRefund()
    expect(answered.body).toMatchObject({ status: 'APPROVED' })
    const oldSigner = kidOf(await gateway.token())
    const oldKeys = (await gateway.get<EncryptionKeySet>('/api/encryption-keys')).keys.map(({ kid }) => kid)

    const paying = payOn(gateway, payment_method.token ?? '')
    // The master key.
    await rotateWhileRunning(config, [gateway])
    await gateway.app.runDueWork()
    // Access tokens' signing key: as after 90 days, and then as a quarter of an hour later.
    await execute(`update signing_keys set created_at = created_at - ${90 * DAY_MS} returning kid`)
    await gateway.app.runDueWork()
    await execute(
      `update signing_keys set signs_from = signs_from - ${15 * MINUTE_MS} where generation = 2 returning kid`,
    )
    // Ages the merchant's encryption keys to their last hour, when their successors are already in use.
    const agedBy = 90 * DAY_MS - 30 * MINUTE_MS
    await execute(
      `update encryption_keys set not_before = not_before - ${agedBy}, expires_at = expires_at - ${agedBy} returning kid`,
    )
    // The embedded database belongs to one process: its vault keys change while none runs (vault-rotation.test.ts).
    if (databaseUrl !== null) {
      expect(await rotateVaultOf(config, 'vault.rotate-kek', rotateVaultKek)).toMatchObject({ destroyed: 1 })
      await rotateVaultOf(config, 'vault.rotate-keys', rotateVaultKeys)
    }
    await gateway.advanceRealTime(FORGOTTEN_AFTER_MS)
    await vi.waitFor(async () => {
      gateway.forgetToken()
      expect(kidOf(await gateway.token())).not.toBe(oldSigner)
      const { keys } = await gateway.get<EncryptionKeySet>('/api/encryption-keys')
      expect(oldKeys).not.toContain(keys[0]?.kid)
    })
    await gateway.app.runDueWork()
    for (const payments of await paying.stop()) expect(payments).toBeGreaterThan(0)

    const again = await sendRefund()
    expect([again.status, again.body]).toEqual([answered.status, answered.body])
    expect((await gateway.status(id)).data).toMatchObject({ operations: { refunded_amount: 4_000 } })
  })
})

describe('sluice-gateway keys, with two gateways on PostgreSQL', () => {
  let gateways: TwoGateways
  let options: readonly string[]
  beforeAll(async () => {
    gateways = await startTwoGateways()
    const { first } = gateways
    options = ['--data', first.dataDir]
  })
  afterAll(() => gateways.close())

  const keys = (...words: readonly string[]) =>
    run(process.execPath, ['--conditions=@sluice/source', MAIN, 'keys', ...words, ...options], {
      env: { ...process.env, SLUICE_DATABASE_URL: gateways.databaseUrl },
    })

  /** Both processes ask the database again. */
  const forget = async () => {
    for (const gateway of [gateways.first, gateways.second]) await gateway.advanceRealTime(FORGOTTEN_AFTER_MS)
  }

  it('rotate-signing publishes the next key at every process, and the old one signs on for a quarter of an hour', async () => {
    const { first, second } = gateways
    const [signer = ''] = await signingKids(first)
    const { stdout } = await keys('rotate-signing')
    const next = /^Signing key (\S+) is published, and signs in 15 minutes\.\n$/.exec(stdout)?.[1]
    await forget()
    for (const gateway of [first, second]) expect(await signingKids(gateway)).toEqual([next, signer])
    first.forgetToken()
    expect(kidOf(await first.token())).toBe(signer)
  })

  it('revoke-signing ends the tokens of a key at another process, and no others', async () => {
    const { first, second } = gateways
    const token = await first.token()
    const ask = async () =>
      (
        await second.send('GET', '/api/transactions/nothing/status', undefined, {
          authorization: `Bearer ${token}`,
        })
      ).status
    expect(await ask()).toBe(404)
    const { stdout } = await keys('revoke-signing', '--kid', kidOf(token))
    expect(stdout).toBe(`Signing key ${kidOf(token)} is revoked.\n`)
    await forget()
    expect(await ask()).toBe(401)
    first.forgetToken()
    const renewed = await first.token()
    expect(kidOf(renewed)).not.toBe(kidOf(token))
    expect((await first.send('GET', '/api/transactions/nothing/status')).status).toBe(404)
    await expect(keys('revoke-signing', '--kid', kidOf(token))).rejects.toMatchObject({
      code: 1,
      stderr: 'The signing key does not exist, or is already revoked.\n',
    })
    expect(await changeSigningKey(configOf(first, gateways.databaseUrl), 'another')).toBeNull()
  })

  it('revoke-signing requires a key', async () => {
    await expect(keys('revoke-signing')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set --kid to the key to revoke') as unknown,
    })
  })
})
