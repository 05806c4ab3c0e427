import type { ProviderAccount, SandboxCredentials, TransactionList } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { openPortalSession } from '../portal-session.ts'
import { leaveUndecided } from '../successful-calls.ts'
import { startTestGateway, TestClock, type TestGateway } from '../test-gateway.ts'

const MINUTE_MS = 60_000
const REASON = 'Complaint 7 of the shop'

let clock: TestClock
let gateway: TestGateway
let cookie: string
beforeAll(async () => {
  clock = new TestClock()
  gateway = await startTestGateway({ adapters: { clock, realTime: clock } })
})
afterAll(() => gateway.close())
beforeEach(async () => {
  gateway.forgetToken()
  // The session begins by the gateway's clock, which a test may have moved.
  cookie = await openPortalSession(gateway, null, ['operator'], Date.now() - clock.now())
})

const get = (path: string) => callPortal(gateway, path, { headers: { ...OWN_PAGE, cookie } })

let keys = 0
const post = (path: string, body: unknown, key = `key-${(keys += 1)}`, method = 'POST') =>
  callPortal(gateway, path, { method, body, headers: { ...OWN_PAGE, cookie, 'idempotency-key': key } })

const merchant = () => `/portal/operator/merchants/${gateway.ready.merchant_id}`

async function audit(action: string) {
  const rows = (await gateway.books.all('audit')).filter((row) => row['action'] === action)
  return rows.map((row) => ({
    ...row,
    subject: row['subject'],
    detail: JSON.parse(String(row['detail'])) as Record<string, string>,
  }))
}

describe('an operator', () => {
  it('sees every merchant with its state and counts, and its users', async () => {
    await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', { name: 'Other' }))
      .body
    const { data } = (await get('/portal/operator/merchants')).body as {
      data: { id: string; name: string }[]
    }
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([gateway.ready.merchant_id, other.merchant_id]),
    )
    const { status, body } = await get(merchant())
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ACTIVE', counts: { payments: 1, approved: 1 }, users: [] })
    expect((await get('/portal/operator/merchants/nothing')).status).toBe(404)
    expect((await get('/portal/operator/merchants/%00')).status).toBe(404)
  })

  it('invites an owner once for one Idempotency-Key, and the audit trail names both', async () => {
    const input = { email: 'owner@shop.example', name: 'Olga Owner' }
    const invited = await post(`${merchant()}/owners`, input, 'invite-olga')
    expect(invited).toMatchObject({ status: 201, body: { user: { roles: ['owner'], status: 'INVITED' } } })
    expect((await post(`${merchant()}/owners`, input, 'invite-olga')).body).toEqual(invited.body)
    expect((await post(`${merchant()}/owners`, input)).body).toMatchObject({
      errors: [{ property: 'email', message: 'is taken' }],
    })
    const { user } = invited.body as { user: { id: string } }
    const entries = (await audit('user.invite')).filter(({ subject }) => subject === user.id)
    expect(entries).toMatchObject([
      { actor: 'user', about: gateway.ready.merchant_id, detail: { roles: 'owner' } },
    ])
    expect(entries[0]?.detail['user_id']).toMatch(/^[0-9a-f-]{36}$/)
    const shown = await get(`/portal/operator/audit?action=user.invite&subject=${user.id}`)
    expect((shown.body as { data: readonly object[] }).data).toMatchObject([
      { user_name: 'A person', subject_name: 'Olga Owner', merchant_name: expect.stringMatching(/\S/) },
    ])
  })

  it('reads payments only with a reason, for half an hour, and only of that merchant', async () => {
    const { transaction } = await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })
    const timeline = `/portal/api/transactions/${transaction.id}/timeline`
    expect((await get('/portal/api/transactions')).status).toBe(403)
    expect((await post(`${merchant()}/view`, { reason: 'because' })).body).toMatchObject({
      errors: [{ property: 'reason', message: 'length must be at least 10' }],
    })
    expect((await get(timeline)).status).toBe(403)
    expect((await post(`${merchant()}/view`, { reason: REASON })).status).toBe(201)
    expect((await get(timeline)).status).toBe(200)
    expect((await get('/portal/session')).body).toMatchObject({
      merchant: null,
      viewing: { id: gateway.ready.merchant_id },
      notices: [],
      actions: expect.arrayContaining(['getTimeline', 'listMerchants']) as unknown,
    })
    const seen = await audit('merchant.view')
    expect(seen.at(-1)).toMatchObject({
      about: gateway.ready.merchant_id,
      actor: 'user',
      detail: { reason: REASON },
    })

    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    await post(`/portal/operator/merchants/${other.merchant_id}/view`, { reason: REASON })
    expect((await get(timeline)).status).toBe(404)
    expect(((await get('/portal/api/transactions')).body as TransactionList).data).toEqual([])

    for (let minutes = 0; minutes < 27; minutes += 9) {
      clock.advance(9 * MINUTE_MS)
      expect((await get('/portal/api/transactions')).status).toBe(200)
    }
    clock.advance(3 * MINUTE_MS)
    expect((await get('/portal/api/transactions')).status).toBe(403)
    expect((await get('/portal/session')).body).toMatchObject({ viewing: null })
  })

  it('ends an access before its time', async () => {
    await post(`${merchant()}/view`, { reason: REASON })
    expect((await get('/portal/api/transactions')).status).toBe(200)
    expect((await post('/portal/operator/view', undefined, 'end', 'DELETE')).status).toBe(204)
    expect((await get('/portal/api/transactions')).status).toBe(403)
  })

  it('resolves what a provider does not report, once, with a reason in the audit trail', async () => {
    const id = await leaveUndecided(gateway)
    const listed = (await get('/portal/operator/decisions')).body as { data: { transaction_id: string }[] }
    expect(listed.data.find(({ transaction_id: one }) => one === id)).toMatchObject({
      merchant_id: gateway.ready.merchant_id,
      provider_key: expect.any(String) as unknown,
      undecided_since: expect.any(String) as unknown,
    })
    const decision = {
      merchant_id: gateway.ready.merchant_id,
      transaction_id: id,
      outcome: 'APPROVED',
      reason: 'Found in the report of the provider',
    }
    expect((await post('/portal/operator/decisions', { ...decision, reason: 'x' })).status).toBe(422)
    expect((await post('/portal/operator/decisions', { ...decision, outcome: 'MAYBE' })).status).toBe(422)
    const decided = await post('/portal/operator/decisions', decision, 'decide')
    expect(decided).toMatchObject({
      status: 200,
      body: { transaction_id: id, status: 'APPROVED', processing_code: '0000' },
    })
    expect((await post('/portal/operator/decisions', decision, 'decide')).body).toEqual(decided.body)
    expect((await post('/portal/operator/decisions', { ...decision, outcome: 'DECLINED' })).status).toBe(404)
    expect(await gateway.status(id)).toMatchObject({ status: 'APPROVED' })
    expect(await gateway.books.of('events', id)).toHaveLength(1)
    const entries = (await audit('operation.decide')).filter(({ subject }) => subject === id)
    expect(entries).toMatchObject([
      { actor: 'operator', detail: { outcome: 'APPROVED', reason: decision.reason } },
    ])
    expect(entries[0]?.detail['user_id']).toMatch(/^[0-9a-f-]{36}$/)
    const left = (await get('/portal/operator/decisions')).body as { data: { transaction_id: string }[] }
    expect(left.data.map(({ transaction_id: one }) => one)).not.toContain(id)
  })

  it('has a provider queried again, which the audit trail records with the person', async () => {
    const question = {
      merchant_id: gateway.ready.merchant_id,
      transaction_id: await leaveUndecided(gateway),
    }
    const asked = await post('/portal/operator/questions', question)
    expect(asked).toMatchObject({ status: 200, body: { transaction_id: question.transaction_id } })
    const entries = (await audit('operation.ask')).filter(
      ({ subject }) => subject === question.transaction_id,
    )
    expect(entries).toMatchObject([{ actor: 'operator' }])
    expect(entries[0]?.detail['user_id']).toMatch(/^[0-9a-f-]{36}$/)
    expect((await post('/portal/operator/questions', { ...question, transaction_id: 'x' })).status).toBe(404)
    expect((await post('/portal/operator/questions', { ...question, reason: 'x' })).status).toBe(422)
  })

  it('cannot resolve a payment while its provider is still queried', async () => {
    const { status, body } = await gateway.hold(async () => {
      const { result } = await gateway.authorize({
        flow: 'NO_3DS',
        metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' },
      })
      const decision = {
        merchant_id: gateway.ready.merchant_id,
        transaction_id: result?.id,
        outcome: 'DECLINED',
      }
      return post('/portal/operator/decisions', { ...decision, reason: REASON })
    })
    expect([status, body]).toEqual([409, expect.objectContaining({ error: 'Conflict' })])
  })

  it('searches the audit trail by person, action, merchant and time, and exports the result', async () => {
    await post(`${merchant()}/view`, { reason: REASON })
    const { user } = (await get('/portal/session')).body as { user: { id: string } }
    const find = async (query: string) => {
      const { status, body } = await get(`/portal/operator/audit?${query}`)
      expect([query, status]).toEqual([query, 200])
      return (body as { data: { action: string; at: string; merchant_id: string; detail: object }[] }).data
    }
    // An entry has its number in the chain once the scheduled job has chained it.
    await gateway.app.runDueWork()
    const mine = await find(`user_id=${user.id}`)
    // Entries of the same millisecond are in either order.
    const actions = mine.map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['merchant.view', 'portal.change', 'portal.sign-in'])
    expect(
      await find(`user_id=${user.id}&action=merchant.view&merchant_id=${gateway.ready.merchant_id}`),
    ).toEqual(mine.filter(({ action }) => action === 'merchant.view'))
    expect(await find(`user_id=${user.id}&merchant_id=another`)).toEqual([])
    expect(await find(`user_id=${user.id.slice(0, 8)}%25`)).toEqual([])
    const later = new Date(Date.parse(mine[0]?.at ?? '') + 1).toISOString()
    expect(await find(`user_id=${user.id}&from=${later}`)).toEqual([])
    expect(await find(`user_id=${user.id}&to=${later}`)).toEqual(mine)
    const exported = await get(`/portal/operator/exports/audit.json?user_id=${user.id}`)
    expect(exported.headers['content-disposition']).toContain('audit.json')
    expect(exported.body).toHaveLength(3)
    for (const query of ['action=nothing', 'from=x', 'cursor=x', 'other=1', 'user_id=%00'])
      expect([query, (await get(`/portal/operator/audit?${query}`)).status]).toEqual([query, 422])
  })

  it('pauses a provider account and resumes it, with a reason in the audit trail', async () => {
    const path = '/portal/operator/provider-accounts'
    const account = { payment_provider_id: 'sim-f', payment_provider_account_id: 'sim-f-eur' }
    const stateOf = async () => {
      const { data } = (await get(path)).body as { data: ProviderAccount[] }
      return data.find(({ payment_provider_id: id }) => id === 'sim-f')?.state
    }
    expect(await stateOf()).toBe('CLOSED')
    expect((await post(`${path}/pause`, { ...account, reason: 'x' })).status).toBe(422)
    const unknown = { ...account, payment_provider_id: 'nobody', reason: REASON }
    expect((await post(`${path}/pause`, unknown)).status).toBe(404)
    const paused = await post(`${path}/pause`, { ...account, reason: REASON })
    expect(paused).toMatchObject({ status: 200, body: { state: 'PAUSED', pause_reason: REASON } })
    expect(await stateOf()).toBe('PAUSED')
    expect(await post(`${path}/resume`, { ...account, reason: REASON })).toMatchObject({
      status: 200,
      body: { state: 'CLOSED', pause_reason: null },
    })
    const entries = [...(await audit('provider.pause')), ...(await audit('provider.resume'))]
    expect(entries).toMatchObject([
      { actor: 'operator', subject: 'sim-f/sim-f-eur', detail: { reason: REASON } },
      { actor: 'operator', subject: 'sim-f/sim-f-eur', detail: { reason: REASON } },
    ])
    for (const { detail } of entries) expect(detail['user_id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('sees providers with their open calls, tasks, and the latest result of the invariants', async () => {
    await leaveUndecided(gateway)
    await gateway.app.runDueWork()
    const { body } = await get('/portal/operator/service')
    expect(body).toMatchObject({
      providers: expect.arrayContaining([
        expect.objectContaining({
          problems: null,
          accounts: [
            expect.objectContaining({ open: expect.objectContaining({ NEEDS_DECISION: 1 }) as unknown }),
          ],
        }),
      ]) as unknown,
      tasks: expect.arrayContaining([
        expect.objectContaining({ name: 'expire sessions', failures: 0 }),
      ]) as unknown,
      safeguards: [],
    })
  })

  it('sees that a job is late when it should have run more than a minute ago, until it runs again', async () => {
    const isLate = async () => {
      const { tasks } = (await get('/portal/operator/service')).body as {
        tasks: readonly { readonly name: string; readonly late: boolean }[]
      }
      return tasks.find(({ name }) => name === 'forget stored answers')?.late
    }
    await gateway.app.runDueWork()
    expect(await isLate()).toBe(false)
    // It waits a minute on the process's own clock, which does not move: no run comes in between.
    gateway.advanceClock(3 * MINUTE_MS)
    expect(await isLate()).toBe(true)
    await gateway.app.runDueWork()
    expect(await isLate()).toBe(false)
  })
})
