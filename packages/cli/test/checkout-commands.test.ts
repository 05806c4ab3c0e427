import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Customer, EmbeddedSession } from '@sluice/types'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'
import { runCommand } from './run-command.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  writeFileSync(join(gateway.dataDir, 'demo.env'), gateway.ready.env)
})
afterAll(() => gateway.close())

const run = (...argv: readonly string[]) => runCommand([...argv, '--data', gateway.dataDir])

describe('sluice-gateway checkout-sessions', () => {
  const create = () =>
    gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest({ amount: 1_000 }))

  it('changes an open session, shows it, and cancels it once', async () => {
    const { id, reference } = await create()
    const changed = await run('checkout-sessions', 'change', id, '--amount', '2500', '--description', 'Mugs')
    expect(changed).toEqual({
      code: 0,
      stdout: `${id}  CREATED  25.00 EUR  ${reference}  Mugs  revision 2\n`,
      stderr: '',
    })
    const shown = await run('checkout-sessions', 'show', id, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ amount: 2_500, description: 'Mugs', revision: 2 })
    for (const _ of ['once', 'again'])
      expect((await run('checkout-sessions', 'cancel', id)).stdout).toContain(`${id}  CANCELED  25.00 EUR`)
    const late = await run('checkout-sessions', 'change', id, '--amount', '1')
    expect(late).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Not done: the session has ended (CANCELED). Create a new one with a new reference.\n',
    })
  })

  it('reports missing or wrong input, and repeats no id that opens a payment form', async () => {
    const { id } = await create()
    const nothing = await run('checkout-sessions', 'change', id)
    expect([nothing.code, nothing.stderr]).toEqual([
      2,
      'Nothing to change: set --amount, --description or both.\n',
    ])
    const cleared = await run('checkout-sessions', 'change', id, '--description', '')
    expect([cleared.code, cleared.stderr]).toEqual([1, expect.stringContaining('description')])
    const words = await run('checkout-sessions', 'change', id, '--amount', '12.50')
    expect([words.code, words.stderr]).toEqual([
      2,
      '--amount must be a whole number of minor units: 1250 is 12.50 EUR (got 12.50).\n',
    ])
    const unknown = await run('checkout-sessions', 'cancel', 'no-such-session')
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    expect(unknown.stderr).toContain('no checkout session with that id')
    expect(unknown.stderr).not.toContain('no-such-session')
  })
})

describe('sluice-gateway pay', () => {
  const browser = process.env['BROWSER']
  afterEach(() => {
    if (browser === undefined) delete process.env['BROWSER']
    else process.env['BROWSER'] = browser
  })

  it('creates a link, prints its address, and opens it where there is a browser', async () => {
    process.env['BROWSER'] = 'true'
    const paid = await run('pay', '--open', '--amount', '2500', '--uses', '3', '--description', 'Mugs')
    expect([paid.code, paid.stderr]).toEqual([0, ''])
    expect(paid.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hpp\/link\/ck_test_[0-9a-f]{32}\/[\w-]{43}\n$/)
    process.env['BROWSER'] = '/no/such/browser'
    const divided = await run('pay', '--json', '--amount', '12000', '--installments', '6')
    expect(JSON.parse(divided.stdout)).toMatchObject({ options: { installments: { max_count: 6 } } })
    const nowhere = await run('pay', '--open', '--json')
    expect(nowhere.code).toBe(0)
    expect(JSON.parse(nowhere.stdout)).toMatchObject({ amount: 1_850, currency: 'EUR', max_uses: 1 })
    expect(nowhere.stderr).toContain('open the address above in any browser')
    const page = await fetch((JSON.parse(nowhere.stdout) as { url: string }).url, {
      headers: { 'user-agent': 'Mozilla/5.0' },
    })
    expect(page.status).toBe(200)
  })

  it('creates a link that verifies a card', async () => {
    const { code, stdout } = await run('pay', '--verify', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      amount: 0,
      transaction_type: 'VERIFY',
      description: 'Card verification',
    })
    expect(await run('pay', '--verify', '--amount', '1')).toMatchObject({
      code: 2,
      stderr: '--verify charges nothing: omit --amount.\n',
    })
  })

  it('reports wrong input', async () => {
    expect(await run('pay', '--currency', 'eur')).toMatchObject({
      code: 2,
      stderr: '--currency eur is not a supported currency. Write EUR.\n',
    })
    const few = await run('pay', '--installments', '1')
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining('options.installments.max_count')])
    const unknown = await run('pay', '--terminal', 'T99999999999')
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('terminal_id')])
  })
})

describe('sluice-gateway customers', () => {
  it('finds a customer, changes what is given and clears what is empty', async () => {
    const email = 'ada@shop.example'
    const { id } = (await gateway.send<Customer>('POST', '/api/customers', { email, phone: '+441632960001' }))
      .body
    expect((await run('customers', 'list', '--email', email)).stdout).toBe(`${id}  ${email}  +441632960001\n`)
    const changed = await run(
      ...['customers', 'change', id, '--first-name', 'Ada', '--phone', ''],
      ...['--city', 'Leeds', '--country', 'GB', '--type', 'COMPANY'],
    )
    expect(changed).toEqual({ code: 0, stdout: `${id}  ${email}  Ada  Leeds, GB  COMPANY\n`, stderr: '' })
    const shown = await run('customers', 'show', id, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ first_name: 'Ada', phone: null, city: 'Leeds' })
  })

  it('reports missing or wrong input', async () => {
    const { id } = (await gateway.send<Customer>('POST', '/api/customers', { email: 'eve@shop.example' }))
      .body
    const nothing = await run('customers', 'change', id)
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--email, --first-name')])
    const cleared = await run('customers', 'change', id, '--email', '')
    expect([cleared.code, cleared.stderr]).toEqual([2, expect.stringContaining('email')])
    const unknown = await run('customers', 'show', 'x')
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('no customer x. To find a customer, use customers list'),
    ])
  })
})
