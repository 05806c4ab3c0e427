import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { SandboxCredentials, Transaction } from '@sluice/types'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { checkDatabase } from '../src/installation-checks/check-database.ts'
import { createStoredCheck } from '../src/installation-checks/stored-check.ts'
import { type Config, readConfig } from '../src/config.ts'
import { withDatabaseFile } from './embedded-database.ts'
import { tableOf } from './books.ts'
import { createGatewayDatabase, GATEWAY_DATABASES } from './gateway-databases.ts'
import { beginPayment, makeLink, payByCard } from './link-shopper.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway } from './test-gateway.ts'

/** A change that the gateway never makes, and how to revert it. */
interface Damage {
  readonly breaks: readonly string[]
  readonly what: string
  readonly make: readonly string[]
  readonly undo: readonly string[]
}

/** Returns a key that was created the given number of days ago. */
const aged = (what: string, table: string, column: string, days: number): Damage => ({
  breaks: ['I13'],
  what,
  make: [`update ${table} set ${column} = ${column} - ${days * 86_400_000}`],
  undo: [`update ${table} set ${column} = ${column} + ${days * 86_400_000}`],
})

const DAMAGES: readonly Damage[] = [
  aged('a master key that is older than a year', 'service_keys', 'created_at', 367),
  aged('a signing key that was not changed', 'signing_keys', 'created_at', 98),
  aged('a wrapping key of the vault that is older than a year', 'vault_keks', 'created_at', 367),
  aged('a data key of the vault that is older than two years', 'vault_deks', 'created_at', 732),
  aged('an encryption key that was not destroyed', 'encryption_keys', 'not_before', 98),
  {
    breaks: ['I1'],
    what: 'a total that its operations do not add up to',
    make: [
      `update transactions set voided_amount = 1, captured_amount = captured_amount - 1 where id = '{purchase}'`,
    ],
    undo: [
      `update transactions set voided_amount = 0, captured_amount = captured_amount + 1 where id = '{purchase}'`,
    ],
  },
  {
    breaks: ['I1'],
    what: 'more authorized than its increments add up to',
    make: [
      `update transactions set authorized_amount = authorized_amount + 1 where transaction_type = 'AUTHORIZE'`,
    ],
    undo: [
      `update transactions set authorized_amount = authorized_amount - 1 where transaction_type = 'AUTHORIZE'`,
    ],
  },
  {
    breaks: ['I1'],
    what: 'an extension that left the expiry where it was',
    make: [
      `update transactions set authorization_expires_at = authorization_expires_at - 900000000 where transaction_type = 'AUTHORIZE'`,
    ],
    undo: [
      `update transactions set authorization_expires_at = authorization_expires_at + 900000000 where transaction_type = 'AUTHORIZE'`,
    ],
  },
  {
    breaks: ['I1', 'I6'],
    what: 'a refund in another currency',
    make: [`update transactions set currency = 'SEK' where transaction_type = 'REFUND'`],
    undo: [`update transactions set currency = 'EUR' where transaction_type = 'REFUND'`],
  },
  {
    breaks: ['I1', 'I6'],
    what: 'a part that was kept and nobody asked for',
    make: [`update transactions set approved_amount = 1 where id = '{purchase}'`],
    undo: [`update transactions set approved_amount = null where id = '{purchase}'`],
  },
  {
    breaks: ['I2', 'I6'],
    what: 'two orders with one reference',
    make: [
      `update transactions set description = reference, reference = 'once' where parent_id is null and transaction_type = 'PURCHASE'`,
    ],
    undo: [
      `update transactions set reference = description, description = 'Two apples' where reference = 'once'`,
    ],
  },
  {
    breaks: ['I2'],
    what: 'two attempts with one 3-D Secure id',
    make: [
      `insert into attempt_authentications (merchant_id, transaction_id, attempt_id, channel, three_ds_server_trans_id, challenge_round, updated_at)
       select merchant_id, transaction_id, number.attempt || id, 'BROWSER', 'planted', 0, 0 from attempts
       join (select '1' as attempt union all select '2') as number on true where transaction_id = '{purchase}'`,
    ],
    undo: [`delete from attempt_authentications where three_ds_server_trans_id = 'planted'`],
  },
  {
    breaks: ['I3'],
    what: 'a challenge of a charge without a shopper',
    make: [
      `insert into attempt_authentications (merchant_id, transaction_id, attempt_id, channel, challenge_round, updated_at)
       select merchant_id, transaction_id, 'planted', '3RI', 1, 0 from attempts where transaction_id = '{purchase}'`,
    ],
    undo: [`delete from attempt_authentications where attempt_id = 'planted'`],
  },
  {
    breaks: ['I3'],
    what: 'a history with a gap',
    make: [`update transaction_history set seq = seq + 5 where seq > 1 and transaction_id = '{purchase}'`],
    undo: [`update transaction_history set seq = seq - 5 where seq > 5 and transaction_id = '{purchase}'`],
  },
  {
    breaks: ['I3', 'I6'],
    what: 'an approved transaction with the code of a decline',
    make: [`update transactions set processing_code = '1000' where id = '{purchase}'`],
    undo: [`update transactions set processing_code = '0000' where id = '{purchase}'`],
  },
  {
    breaks: ['I3'],
    what: 'a session that is corrected without a transaction',
    make: [`update sessions set processing_code = '2001' where status = 'CREATED'`],
    undo: [`update sessions set processing_code = null where status = 'CREATED'`],
  },
  {
    breaks: ['I3'],
    what: 'a session that was changed after it was paid',
    make: [
      `update sessions set transaction_id = '{purchase}', status = 'APPROVED', amount = amount + 7, description = 'changed' where status = 'CREATED'`,
    ],
    undo: [
      `update sessions set transaction_id = null, status = 'CREATED', amount = amount - 7, description = 'Two apples' where description = 'changed'`,
    ],
  },
  {
    breaks: ['I3'],
    what: 'a correction that no session takes',
    make: [`update continuations set step = 'CORRECTION' where transaction_id = '{declined}'`],
    undo: [`update continuations set step = 'DONE' where transaction_id = '{declined}'`],
  },
  {
    breaks: ['I4'],
    what: 'an end without its event',
    make: [
      `update events set type = 'transaction-svc:transaction:void:approved' where transaction_id = '{purchase}'`,
    ],
    undo: [
      `update events set type = 'transaction-svc:transaction:purchase:approved' where transaction_id = '{purchase}'`,
    ],
  },
  {
    breaks: ['I5'],
    what: 'an event without a delivery',
    make: [
      `update webhook_subscription_events set created_at = created_at - 120000`,
      `update webhook_deliveries set event_id = 'gone-' || event_id`,
    ],
    undo: [`update webhook_deliveries set event_id = replace(event_id, 'gone-', '')`],
  },
  {
    breaks: ['I5'],
    what: 'a delivery that is long overdue',
    make: [
      `update webhook_deliveries set next_at = next_at - 3600000, lease_until = null where status = 'DUE'`,
    ],
    undo: [`update webhook_deliveries set next_at = next_at + 7200000 where status = 'DUE'`],
  },
  {
    breaks: ['I6'],
    what: 'an event that tells another amount',
    make: [`update events set payload = replace(payload, '"amount":10000', '"amount":10001')`],
    undo: [`update events set payload = replace(payload, '"amount":10001', '"amount":10000')`],
  },
  {
    breaks: ['I8'],
    what: 'a provider whose books hold no such payment',
    // With the hyphen, the key is still known as one: its digits might pass for a card number (I10).
    make: [
      `update ${tableOf('charges')} set idempotency_key = 'x-' || idempotency_key where original_key is null`,
    ],
    undo: [
      `update ${tableOf('charges')} set idempotency_key = substr(idempotency_key, 3) where idempotency_key like 'x-%'`,
    ],
  },
  {
    breaks: ['I9'],
    what: 'an unfinished call of a provider',
    make: [`update attempts set status = 'STARTED', due_at = 1 where transaction_id = '{declined}'`],
    undo: [`update attempts set status = 'ENDED', due_at = null where transaction_id = '{declined}'`],
  },
  {
    breaks: ['I9'],
    what: 'a session that stays open after its time',
    make: [`update sessions set expires_at = expires_at - 86400000 where status = 'CREATED'`],
    undo: [`update sessions set expires_at = expires_at + 86400000 where status = 'CREATED'`],
  },
  {
    breaks: ['I10'],
    what: 'a card number in a table',
    make: [
      `update attempts set provider_response_message = 'for 4242424242424242' where transaction_id = '{purchase}'`,
    ],
    undo: [`update attempts set provider_response_message = 'Approved' where transaction_id = '{purchase}'`],
  },
  {
    breaks: ['I10'],
    what: 'a card number as what its provider calls a payment',
    make: [`update transactions set provider_reference = 'for_4242 4242 4242 4242' where id = '{purchase}'`],
    undo: [`update transactions set provider_reference = null where id = '{purchase}'`],
  },
  {
    breaks: ['I10'],
    what: 'a card number as the reference number of its payment',
    make: [`update attempts set reference_number = '4242424242424242' where transaction_id = '{purchase}'`],
    undo: [`update attempts set reference_number = null where transaction_id = '{purchase}'`],
  },
  {
    breaks: ['I11'],
    what: 'a record that hangs on another merchant’s',
    make: [`update customers set merchant_id = 'not-' || merchant_id`],
    undo: [`update customers set merchant_id = replace(merchant_id, 'not-', '')`],
  },
  {
    breaks: ['I11'],
    what: 'an alert that is about no attempt of its transaction',
    make: [
      `insert into ${tableOf('alerts')} (merchant_id, transaction_id, kind, provider_id, attempt_id, detail, reversal_tries, created_at)
       select merchant_id, id, 'CONTRADICTION', 'sim-a', 'another', '{}', 0, 1 from transactions where id = '{purchase}'`,
    ],
    undo: [`delete from ${tableOf('alerts')} where attempt_id = 'another'`],
  },
  {
    breaks: ['I8', 'I11'],
    what: 'a provider that approved late, where the alert is about another attempt',
    make: [
      `update ${tableOf('charges')} set processing_code = '0000' where transaction_id = '{declined}'`,
      `insert into ${tableOf('alerts')} (merchant_id, transaction_id, kind, provider_id, attempt_id, detail, reversal_tries, created_at)
       select merchant_id, id, 'LATE_SUCCESS', 'sim-a', 'another', '{}', 0, 1 from transactions where id = '{declined}'`,
    ],
    undo: [
      `delete from ${tableOf('alerts')} where attempt_id = 'another'`,
      `update ${tableOf('charges')} set processing_code = '2005' where transaction_id = '{declined}'`,
    ],
  },
  {
    breaks: ['I14'],
    what: 'a payment at a link that its uses leave out',
    make: ['update payment_links set uses = 0'],
    undo: ['update payment_links set uses = 1'],
  },
  {
    breaks: ['I14'],
    what: 'a use that no payment holds',
    make: ['update payment_links set uses_in_progress = 1'],
    undo: ['update payment_links set uses_in_progress = 0'],
  },
  {
    breaks: ['I14'],
    what: 'more payments at a link than it allows',
    make: ['update payment_links set max_uses = 0'],
    undo: ['update payment_links set max_uses = 1'],
  },
  {
    breaks: ['I14'],
    what: 'a payment at a link that there is not',
    make: [`update transactions set payment_link_id = 'gone' where payment_link_id is not null`],
    undo: [
      `update transactions set payment_link_id = (select id from payment_links) where payment_link_id = 'gone'`,
    ],
  },
  {
    breaks: ['I11', 'I14'],
    what: 'a link that ended without its event',
    make: [
      `update events set type = 'transaction-svc:payment-link:gone' where type = 'transaction-svc:payment-link:ended'`,
    ],
    undo: [
      `update events set type = 'transaction-svc:payment-link:ended' where type = 'transaction-svc:payment-link:gone'`,
    ],
  },
  {
    breaks: ['I15'],
    what: 'payments of a counted hour that no count has',
    make: [
      'delete from payment_recounts',
      'delete from payment_count_marks',
      `insert into payment_count_marks (merchant_id, counted_until) select distinct merchant_id, 9000000000000 from transactions`,
    ],
    undo: ['delete from payment_count_marks'],
  },
  {
    breaks: ['I15'],
    what: 'a count without payments',
    make: [
      `insert into payment_counts (merchant_id, hour, currency, status, processing_code, payment_method_type, payments, volume_amount, net_amount)
       select merchant_id, 0, 'EUR', 'APPROVED', '0000', 'card', 1, 1, 1 from transactions where id = '{purchase}'`,
    ],
    undo: ['delete from payment_counts'],
  },
  {
    breaks: ['I16'],
    what: 'installments that a session did not offer',
    make: [
      `update sessions set transaction_id = '{purchase}', options = '{"maxInstallments":2}' where status = 'CREATED'`,
      `update transactions set installment_count = 3 where id = '{purchase}'`,
    ],
    undo: [
      `update transactions set installment_count = null where id = '{purchase}'`,
      `update sessions set transaction_id = null, options = null where status = 'CREATED'`,
    ],
  },
  {
    breaks: ['I16'],
    what: 'a payment in one installment',
    make: [`update transactions set installment_count = 1 where id = '{purchase}'`],
    undo: [`update transactions set installment_count = null where id = '{purchase}'`],
  },
  {
    breaks: ['I12'],
    what: 'a forged entry of the audit trail',
    make: [
      'DROP TRIGGER audit_entries_stay',
      `update audit_entries set subject = 'another card' where seq = 1`,
    ],
    undo: [],
  },
]

describe.each(GATEWAY_DATABASES)('the invariants (%s)', (kind) => {
  let postgres: TestPostgres | null = null
  let config: Config
  let dataDir: string
  let purchase: string
  let declined: string
  let run: (statement: string) => Promise<void>

  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : null
    const databaseUrl = postgres ? await createGatewayDatabase(postgres) : undefined
    const gateway = await startTestGateway(databaseUrl ? { databaseUrl } : {})
    dataDir = gateway.dataDir
    const { body: credentials } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
      // No receiver listens there, so its deliveries stay due.
      webhook_url: 'http://127.0.0.1:9/hooks',
    })
    const merchant = new MerchantAtGateway(credentials, gateway.clock)
    const pay = async (metadata = {}) =>
      (await merchant.authorize({ flow: 'NO_3DS', metadata })).result?.id ?? ''
    purchase = await pay()
    await pay()
    declined = await pay({ response_code: '2005' })
    await openSession(merchant)
    const link = await makeLink(merchant, { metadata: { simulated_flow: 'NO_3DS' } })
    await payByCard(merchant, await beginPayment(link.url))
    await useSavedCard(merchant)
    await moveMoney(merchant)
    await gateway.app.runDueWork()
    await gateway.app.close()

    const reading = readConfig({ data: dataDir, ...(databaseUrl ? { 'database-url': databaseUrl } : {}) }, {})
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    config = reading.config
    run = (statement) => execute(dataDir, databaseUrl, statement)
  })

  afterAll(async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await postgres?.stop()
  })

  const broken = async (acknowledged: string | null = null) => {
    const results = await checkDatabase(config, acknowledged)
    return results.filter(({ violations }) => violations.length > 0).map(({ id }) => id)
  }

  it('hold for the gateway’s own data', async () => {
    const results = await checkDatabase(config, null)
    expect(results.flatMap(({ id, violations }) => violations.map((text) => `${id} ${text}`))).toEqual([])
    expect(results.filter(({ skipped }) => skipped !== undefined).map(({ id }) => id)).toEqual(['I7'])
    expect(results).toHaveLength(16)
  })

  it('do not mistake a key of a call or a hash for a card number', async () => {
    const write = (message: string) =>
      run(`update attempts set provider_response_message = '${message}' where transaction_id = '${purchase}'`)
    onTestFinished(() => write('Approved'))
    await write('019ad0c0ffee7abca378282246310005')
    expect(await broken()).toEqual([])
    // SHA-256 of a body.
    await write(`${'ab'.repeat(20)}378282246310005${'c'.repeat(9)}`)
    expect(await broken()).toEqual([])
    await write('a378282246310005')
    expect(await broken()).toEqual(['I10'])
  })

  it('ignore payments whose provider keeps its books elsewhere', async () => {
    const move = (from: string, to: string) =>
      run(
        `update attempts set provider_id = '${to}' where provider_id = '${from}' and transaction_id = '${purchase}'`,
      )
    await move('sim-a', 'acquirer')
    onTestFinished(() => move('acquirer', 'sim-a'))
    expect(await broken()).not.toContain('I8')
  })

  it('find a secret file of the configuration that is older than a year, with the fix', async () => {
    const [file, secret] = [join(dataDir, 'sluice.json'), join(dataDir, 'acme')]
    writeFileSync(secret, 'pY6u1tXvLr0qBz8mS3nWkJ5dFgHc2aTe', { mode: 0o600 })
    const server = { id: 'main', url: 'https://acme.example', secret_file: 'acme' }
    writeFileSync(file, JSON.stringify({ three_ds_servers: [server] }))
    const keyAges = async () => {
      const results = await checkDatabase({ ...config, configFile: file }, null)
      return results.find(({ id }) => id === 'I13')?.violations
    }
    expect(await keyAges()).toEqual([])
    utimesSync(secret, new Date(), new Date(Date.now() - 366.5 * 86_400_000))
    expect(await keyAges()).toEqual([
      expect.stringMatching(
        /three_ds_servers\[0\]\.secret_file: used for 366 days, the limit is 365: create a new one/,
      ) as unknown,
    ])
  })

  it('are checked by maintenance in a separate process, which names the violated one', async () => {
    const { execArgv } = process
    process.execArgv = ['--conditions=@sluice/source']
    onTestFinished(() => void (process.execArgv = execArgv))
    const program = join(import.meta.dirname, '../../cli/src/main.ts')
    const check = createStoredCheck(config, program, process.env)
    // The process has low priority, so on a busy machine it may not connect in time, and maintenance checks again,
    // too.
    const find = () => vi.waitFor(() => check.find(), { timeout: 150_000 })
    expect(await find()).toEqual([])
    const [ageing] = DAMAGES.filter(({ breaks }) => breaks.includes('I13'))
    const [breaking] = DAMAGES.filter(({ breaks }) => breaks.join('') === 'I1')
    const execute = async (statements: readonly string[] = []) => {
      for (const statement of statements) await run(statement.replace('{purchase}', purchase))
    }
    // On a busy machine this takes minutes, in which no deliveries are sent.
    const notOverdue = () => `update webhook_deliveries set next_at = ${Date.now()} where status = 'DUE'`
    onTestFinished(() => execute([...(ageing?.undo ?? []), ...(breaking?.undo ?? []), notOverdue()]))
    await execute([...(ageing?.make ?? []), ...(breaking?.make ?? [])])
    const failures = await find()
    expect(new Set(failures.map(({ safeguard }) => safeguard))).toEqual(new Set(['invariants', 'key_age']))
    expect(failures.map(({ problem }) => problem).join('\n')).toContain(
      'run sluice-gateway keys rotate-master',
    )
    await expect(
      createStoredCheck({ ...config, dataDir: '/nonexistent', databaseUrl: null }, program, {}).find(),
    ).rejects.toThrow('no master key in the data directory')
  })

  it('are checked by maintenance even if the first one takes too long', async () => {
    const program = join(dataDir, 'slow-check.mjs')
    writeFileSync(
      program,
      `const ids = process.argv.at(-1).split(',')
       if (ids[0] === 'I1') setInterval(() => undefined, 1_000)
       else for (const id of ids) console.log(JSON.stringify({ id, title: '', violations: id === 'I2' ? ['broken'] : [] }))`,
    )
    const { execArgv } = process
    process.execArgv = []
    onTestFinished(() => void (process.execArgv = execArgv))
    const failures = await createStoredCheck(config, program, process.env, 3_000).find()
    expect(failures).toEqual([{ safeguard: 'invariants', problem: 'I2 broken' }])
  })

  it('find acknowledged payments that are missing or different', async () => {
    const file = join(dataDir, 'acknowledged.jsonl')
    const write = (lines: readonly object[]) =>
      writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    write([{ transaction_id: purchase, status: 'APPROVED' }])
    expect(await broken(file)).toEqual([])
    write([
      { transaction_id: purchase, status: 'PENDING' },
      { transaction_id: declined, status: 'APPROVED' },
    ])
    expect(await broken(file)).toEqual(['I7'])
    write([{ transaction_id: 'lost', status: 'PENDING' }])
    expect(await broken(file)).toEqual(['I7'])
    writeFileSync(file, '{"status":"APPROVED"}\n')
    await expect(broken(file)).rejects.toThrow('line 1: must be JSON with the strings "transaction_id"')
  })

  it.each(DAMAGES)('find $what', async ({ breaks, make, undo }) => {
    const named = (statement: string) =>
      statement.replaceAll('{purchase}', purchase).replaceAll('{declined}', declined)
    for (const statement of make) await run(named(statement))
    const found = await broken()
    for (const statement of undo) await run(named(statement))
    expect(found).toEqual(breaks)
  })
})

/** Creates a session without a payment. */
async function openSession(merchant: MerchantAtGateway): Promise<void> {
  const { status, text } = await merchant.send('POST', '/api/sessions', merchant.sessionRequest())
  expect(status, text).toBe(200)
}

async function moveMoney(merchant: MerchantAtGateway): Promise<void> {
  const reference = merchant.nextReference()
  await merchant.authorize({ flow: 'NO_3DS', body: { reference, transaction_type: 'AUTHORIZE' } })
  for (const [type, amount] of [
    ['INCREMENT', 500],
    ['EXTEND', 10_500],
    ['CAPTURE', 4_000],
    ['REFUND', 1_000],
  ] as const) {
    const moved = await merchant.send<Transaction>('POST', '/api/transactions/manage', {
      terminal_id: merchant.ready.terminal_id,
      transaction_type: type,
      reference,
      amount,
      currency: 'EUR',
    })
    expect(moved.body.status, moved.text).toBe('APPROVED')
  }
}

/** Opens the number of a saved card, which is recorded. */
async function useSavedCard(merchant: MerchantAtGateway): Promise<void> {
  const customer = await merchant.send<{ id: string }>('POST', '/api/customers', {
    email: 'ana@shop.example',
  })
  const { result } = await merchant.authorize({
    flow: 'NO_3DS',
    body: {
      customer: { id: customer.body.id },
      tokenization: { save_card_for_future_payments: true, tokenize_for: 'MERCHANT_INITIATED_TRANSACTION' },
    },
  })
  const token = result?.payment_method.token ?? ''
  const used = await merchant.authorize({
    flow: 'NO_3DS',
    body: { payment_method: { type: 'saved_card', data: { payment_method_id: token } } },
  })
  expect(used.result?.status).toBe('APPROVED')
}

async function execute(dataDir: string, databaseUrl: string | undefined, statement: string): Promise<void> {
  if (databaseUrl === undefined) {
    await withDatabaseFile(dataDir, (file) => file.exec(statement))
    return
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement.startsWith('DROP TRIGGER') ? `${statement} ON audit_entries` : statement)
  } finally {
    await client.end()
  }
}
