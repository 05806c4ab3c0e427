import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { SandboxClient } from '@sluice/types'
import type { PortalRole } from '@sluice/types/vocabulary'
import { AT_SERVER } from '@sluice/identity'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { MerchantAtGateway } from '../merchant-at-gateway.ts'
import { openSessionOf } from '../portal-session.ts'
import { SignInBrowser } from '../../../identity/test/sign-in-browser.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const PASSWORD = 'plenty of hens, 7 of them'

interface Notice {
  readonly id: string
  readonly kind: string
  readonly about: string
  readonly done_by: string | null
}

interface Link {
  readonly url: string
  readonly good_from: string | null
  readonly user: { readonly id: string; readonly waits_until: string | null }
}

let keys = 0
const get = (path: string, cookie: string) => callPortal(gateway, path, { headers: { ...OWN_PAGE, cookie } })
const post = (path: string, cookie: string, body?: unknown) =>
  callPortal(gateway, path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `notice-${(keys += 1)}` },
  })
const noticesOf = async (cookie: string) =>
  ((await get('/portal/notices', cookie)).body as { readonly data: readonly Notice[] }).data
const openLink = (url: string) =>
  new SignInBrowser(
    gateway.app.addresses().portalUrl,
    Number(new URL(gateway.app.addresses().baseUrl).port),
  ).open(url)

/** A person who chose a password, and is signed in. */
async function addPerson(name: string, role: PortalRole = 'owner') {
  const merchantId = role === 'operator' ? null : gateway.ready.merchant_id
  const email = `${name.toLowerCase()}-${(keys += 1)}@shop.example`
  const invited = await gateway.app.portal?.users.invite(
    { merchantId, email, name, roles: [role] },
    AT_SERVER,
  )
  if (!invited?.ok) throw new Error('not invited')
  await (await openLink(invited.value.url)).submit('link', { name, password: PASSWORD })
  const { user } = invited.value
  return { id: user.id, email, cookie: await openSessionOf(gateway, { ...user, merchantId }) }
}

describe('a reset of an owner by another owner', () => {
  it('is shown to the person, who cancels it and acknowledges the notice', async () => {
    const [ada, eve] = [await addPerson('Ada'), await addPerson('Eve')]
    const reset = await post(`/portal/users/${ada.id}/reset`, eve.cookie)
    const { url, good_from: goodFrom, user } = reset.body as Link
    expect(goodFrom).toBe(user.waits_until)
    expect(Date.parse(goodFrom ?? '') - Date.now()).toBeGreaterThan(86_000_000)
    expect((await openLink(url)).text).not.toContain('name="password"')
    const [notice] = await noticesOf(ada.cookie)
    expect((await get('/portal/session', ada.cookie)).body).toMatchObject({
      notices: await noticesOf(ada.cookie),
    })
    expect(notice).toMatchObject({
      kind: 'OWNER_RESET',
      about: `Ada (${ada.email})`,
      done_by: `Eve (${eve.email})`,
    })
    expect((await noticesOf(eve.cookie)).map(({ kind }) => kind)).not.toContain('OWNER_RESET')
    expect((await post(`/portal/users/${ada.id}/confirm`, eve.cookie)).status).toBe(409)
    expect((await post(`/portal/users/${ada.id}/cancel`, ada.cookie)).status).toBe(204)
    expect((await post(`/portal/users/${ada.id}/cancel`, ada.cookie)).body).toMatchObject({
      message: 'This person has no pending link',
    })
    expect((await post('/portal/notices/acknowledge', ada.cookie, { ids: [notice?.id] })).status).toBe(204)
    expect((await noticesOf(ada.cookie)).map(({ id }) => id)).not.toContain(notice?.id)
    expect((await get('/portal/session', ada.cookie)).status).toBe(200)
  })

  it('takes effect at once when the person confirms it', async () => {
    const [ada, eve] = [await addPerson('Ada'), await addPerson('Eve')]
    const { url } = (await post(`/portal/users/${ada.id}/reset`, eve.cookie)).body as Link
    expect((await post(`/portal/users/${ada.id}/confirm`, ada.cookie)).body).toMatchObject({
      waits_until: null,
    })
    expect((await openLink(url)).text).toContain('name="password"')
  })

  it('cannot be canceled by anyone else', async () => {
    const [ada, eve, sam] = [
      await addPerson('Ada'),
      await addPerson('Eve'),
      await addPerson('Sam', 'support'),
    ]
    await post(`/portal/users/${ada.id}/reset`, eve.cookie)
    expect((await post(`/portal/users/${ada.id}/cancel`, sam.cookie)).status).toBe(404)
  })
})

describe('an invitation of an owner by an operator', () => {
  it('waits, is shown to the owners, and any of them cancels it', async () => {
    const [ada, olga] = [await addPerson('Ada'), await addPerson('Olga', 'operator')]
    const path = `/portal/operator/merchants/${gateway.ready.merchant_id}/owners`
    const invited = await post(path, olga.cookie, { email: 'olga@elsewhere.example', name: 'Olga' })
    const { url, user } = invited.body as Link
    expect((await openLink(url)).text).not.toContain('name="password"')
    expect(await noticesOf(ada.cookie)).toContainEqual(
      expect.objectContaining({
        kind: 'OWNER_INVITED',
        about: 'Olga (olga@elsewhere.example)',
        done_by: null,
      }),
    )
    expect((await post(`/portal/users/${user.id}/cancel`, ada.cookie)).status).toBe(204)
    const { data } = (await get('/portal/users', ada.cookie)).body as { data: readonly { id: string }[] }
    expect(data.map(({ id }) => id)).not.toContain(user.id)
  })
})

describe('a change of where events are sent', () => {
  it('a change of the hosts is shown to the other owners', async () => {
    const [ada, eve] = [await addPerson('Ada'), await addPerson('Eve')]
    const change = async (hosts: readonly string[]) => {
      const { version } = (await get('/portal/settings', eve.cookie)).body as { version: number }
      return post('/portal/settings/webhook-hosts', eve.cookie, { version, webhook_hosts: hosts })
    }
    expect((await change(['hooks.shop.example'])).status).toBe(200)
    expect((await change(['hooks.shop.example', '*.shop.example'])).status).toBe(200)
    const hostsOf = async (cookie: string) =>
      (await noticesOf(cookie)).filter(({ kind }) => kind === 'WEBHOOK_HOSTS_CHANGED')
    // The later one hides the earlier one only if it says the same.
    expect(await hostsOf(ada.cookie)).toMatchObject([
      { about: 'hooks.shop.example, *.shop.example', done_by: `Eve (${eve.email})` },
      { about: 'hooks.shop.example' },
    ])
    expect(await hostsOf(eve.cookie)).toEqual([])
    expect((await change([])).status).toBe(200)
  })

  it('a change by a program is shown to every owner, one notice for each address', async () => {
    const ada = await addPerson('Ada')
    const clients = `/simulators/sandboxes/${gateway.ready.sandbox_id}/clients`
    const { body } = await gateway.send<SandboxClient>('POST', clients, { roles: ['webhooks:write'] })
    const program = new MerchantAtGateway({ ...gateway.ready, ...body }, gateway.clock)
    const path = '/api/webhooks/subscriptions'
    for (const port of [9, 10, 9]) {
      const url = `http://127.0.0.1:${port}/hooks`
      const made = await program.send<{ id: string }>('POST', path, { url })
      expect((await program.send('DELETE', `${path}/${made.body.id}`)).status).toBe(204)
    }
    const notices = (await noticesOf(ada.cookie)).filter(({ kind }) => kind === 'WEBHOOK_CHANGED')
    expect(notices).toMatchObject([
      { about: 'http://127.0.0.1:9/hooks', done_by: null },
      { about: 'http://127.0.0.1:10/hooks', done_by: null },
    ])
  })

  it('keeps the newest fifty of a kind for each owner', async () => {
    const ada = await addPerson('Ada')
    const merchantId = gateway.ready.merchant_id
    for (let number = 1; number <= 52; number += 1) {
      // Identifiers of one millisecond have no order.
      gateway.advanceClock(1)
      await gateway.app.portal?.users.notifyOfWebhooks(
        { merchantId, kind: 'WEBHOOK_CHANGED', about: `https://hooks.shop.example/${number}` },
        null,
      )
    }
    const kept = await gateway.books.query(
      `select about from user_notices where user_id = '${ada.id}' and kind = 'WEBHOOK_CHANGED' order by id`,
    )
    expect(kept).toHaveLength(50)
    expect(kept[0]).toEqual({ about: 'https://hooks.shop.example/3' })
  })
})

describe('the trail of a merchant’s users', () => {
  it('shows who did what to whom, and names no staff of the service', async () => {
    const [ada, eve, olga] = [
      await addPerson('Ada'),
      await addPerson('Eve'),
      await addPerson('Olga', 'operator'),
    ]
    await post(`/portal/operator/merchants/${gateway.ready.merchant_id}/owners`, olga.cookie, {
      email: 'somebody@elsewhere.example',
      name: 'Somebody',
    })
    await post(`/portal/users/${ada.id}/reset`, eve.cookie)
    const { data } = (await get('/portal/users/trail', ada.cookie)).body as { data: readonly object[] }
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'user.reset', by: 'Eve', about: 'Ada' },
      { action: 'user.invite', by: null, about: 'Somebody', roles: 'owner' },
    ])
    expect(JSON.stringify(data)).not.toContain(olga.id)
    await gateway.app.portal?.users.remove(
      { userId: eve.id, merchantId: gateway.ready.merchant_id },
      AT_SERVER,
    )
    const later = (await get('/portal/users/trail', ada.cookie)).body as { data: readonly object[] }
    expect(later.data).toContainEqual(
      expect.objectContaining({ action: 'user.reset', by: eve.id, about: 'Ada' }),
    )
  })

  it('is readable only by owners', async () => {
    const sam = await addPerson('Sam', 'support')
    expect((await get('/portal/users/trail', sam.cookie)).status).toBe(403)
    expect((await get('/portal/users/trail?cursor=%00', (await addPerson('Ada')).cookie)).status).toBe(422)
  })
})
