import type { SandboxCredentials, ValidationFailure } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { openPortalSession } from '../portal-session.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'

let gateway: TestGateway
let owner: string
beforeAll(async () => {
  gateway = await startTestGateway()
  owner = await openPortalSession(gateway, gateway.ready.merchant_id, ['owner'])
})
afterAll(() => gateway.close())

interface Settings {
  readonly managed_by: string
  readonly version: number
  readonly blocked: number
  readonly settings: {
    readonly language: string
    readonly branding: { readonly colors: Readonly<Record<string, string>> }
    readonly terminals: readonly {
      readonly terminal_id: string
      readonly status: string
      readonly features: readonly string[]
      readonly origins: readonly string[]
      readonly installments?: readonly object[]
    }[]
    readonly client_keys: readonly { readonly client_key: string; readonly origins: readonly string[] }[]
    readonly risk?: { readonly rules: readonly object[] }
  }
}

let keys = 0
const post = (path: string, body: unknown, cookie = owner) =>
  callPortal(gateway, path, {
    method: 'POST',
    body,
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
  })

async function read(cookie = owner): Promise<Settings> {
  const { status, body } = await callPortal(gateway, '/portal/settings', { headers: { ...OWN_PAGE, cookie } })
  expect(status).toBe(200)
  return body as Settings
}

/** Changes settings with their current version. */
async function change(path: string, input: object) {
  const { version } = await read()
  const { status, body } = await post(`/portal/settings/${path}`, { version, ...input })
  return { status, body, settings: (body as Partial<Settings>).settings }
}

const terminalPath = () => `terminals/${gateway.ready.terminal_id}`
const terminalIn = (settings: Settings['settings'] | undefined) =>
  settings?.terminals.find(({ terminal_id: id }) => id === gateway.ready.terminal_id)

describe('the settings of a merchant', () => {
  it('are those that a file would contain, with everything that payments read', async () => {
    const reading = await read()
    expect(reading).toMatchObject({
      managed_by: 'PORTAL',
      blocked: 0,
      // The test environment has no default rules.
      standard_rules: [],
      settings: { language: 'en' },
    })
    expect(reading.settings.terminals).toHaveLength(gateway.ready.terminals.length)
    expect(reading.settings.client_keys.map(({ client_key: key }) => key)).toContain(gateway.ready.client_key)
  })

  it('are changed member by member, and the rest is kept', async () => {
    const before = await read()
    const { status, settings } = await change('look', {
      branding: { colors: { accent: '#123456' } },
      language: 'sv',
    })
    expect(status).toBe(200)
    expect(settings).toEqual({
      ...before.settings,
      language: 'sv',
      branding: { logo_url: null, font_family: null, font_url: null, colors: { accent: '#123456' } },
    })
    expect((await read()).version).toBe(before.version + 1)
  })

  it('apply to payments: a feature that was removed is missing within seconds', async () => {
    const features = (terminalIn((await read()).settings)?.features ?? []).filter(
      (feature) => feature !== 'TRX_TYPE_PURCHASE',
    )
    expect((await change(terminalPath(), { features })).status).toBe(200)
    const pay = async () =>
      (await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })).transaction
        .processing_code
    await expect.poll(pay, { timeout: 60_000 }).toBe('2011')
    expect((await change(terminalPath(), { features: [...features, 'TRX_TYPE_PURCHASE'] })).status).toBe(200)
    await expect.poll(pay, { timeout: 60_000 }).toBe('0000')
  })

  it('settings that changed in the meantime are not overwritten by a person who has not seen the change', async () => {
    const { version } = await read()
    const inputs = ['#111111', '#222222'].map((accent) =>
      post('/portal/settings/look', { version, branding: { colors: { accent } } }),
    )
    const answers = await Promise.all(inputs)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const kept = answers.findIndex(({ status }) => status === 200)
    expect((await read()).settings.branding.colors['accent']).toBe(['#111111', '#222222'][kept])
  })

  it.each([
    ['look', { branding: { colors: { accent: 'red' } } }, 'branding.colors.accent', '# and six'],
    ['look', { language: 'de' }, 'language', 'add de to languages'],
    ['look', { branding: { logo_url: 'http://shop.example/logo.png' } }, 'branding.logo_url', 'https'],
    ['look', { branding: { look: 'nice' } }, 'branding.look', 'correct its name'],
    ['look', { name: 'Other' }, 'name', 'is not allowed'],
    ['risk', { rules: [{ id: 'x', subject: 'CARD', counts: 'AMOUNT' }] }, 'rules[0].most', ''],
    ['client-keys', { origins: ['shop.example'] }, 'origins[0]', 'use'],
    ['client-keys', { origins: 'https://shop.example' }, 'origins', 'a list'],
  ])('are refused as in the file: %s with %j', async (path, input, property, fix) => {
    const before = await read()
    const { status, body } = await change(path, input)
    expect(status).toBe(422)
    const { errors } = body as { errors: { property: string; message: string }[] }
    expect(errors.find((error) => error.property === property)?.message).toContain(fix)
    expect(await read()).toEqual(before)
  })

  it.each([
    [{ features: ['TRX_TYPE_PAYOUT', 'FLY'] }, 'features[1]'],
    [{ origins: ['https://shop.example/path'] }, 'origins[0]'],
    [{ status: 'INACTIVE' }, 'status'],
    [{ features: ['TRX_TYPE_PURCHASE'] }, 'features'],
    [{ installments: [{ currency: 'EUR', max_count: 49 }] }, 'installments[0].max_count'],
    [{ installments: [{ currency: 'EUR', min_count: 4, max_count: 3 }] }, 'installments[0].min_count'],
    [{ installments: [{ currency: 'EURO', max_count: 3 }] }, 'installments[0].currency'],
    [{ routing: [] }, 'routing'],
  ])('settings of a terminal are refused: %j', async (input, property) => {
    const { status, body } = await change(terminalPath(), input)
    expect([status, body]).toMatchObject([422, { errors: [{ property }] }])
  })

  it('offer installments, which apply to payments within seconds', async () => {
    const plan = { currency: 'EUR', payment_method_types: ['card'], brands: ['VISA'], min_amount: 1_000 }
    const installments = [{ ...plan, min_count: 3, max_count: 4 }]
    const before = terminalIn((await read()).settings)?.installments
    const { settings } = await change(terminalPath(), { installments })
    expect(terminalIn(settings)?.installments).toEqual(installments)
    const pay = async () => {
      const request = await gateway.cardRequest({
        flow: 'NO_3DS',
        body: { options: { installments: { count: 12 } } },
      })
      const { body } = await gateway.send<Partial<ValidationFailure>>(
        'POST',
        '/api/transactions/authorize',
        request,
      )
      return body.errors?.[0]?.message
    }
    await expect.poll(pay, { timeout: 60_000 }).toBe('must be between 3 and 4')
    const { settings: after } = await change(terminalPath(), { installments: [] })
    expect(terminalIn(after)).not.toHaveProperty('installments')
    await change(terminalPath(), { installments: before })
  })

  it('settings that the operator closed are not reopened by a person', async () => {
    const ended = (await read()).settings.terminals.find(({ status }) => status === 'INACTIVE')
    const { status } = await change(`terminals/${ended?.terminal_id}`, { status: 'ACTIVE' })
    expect(status).toBe(422)
  })

  it('apply to pages: a new key works on its origins', async () => {
    const { settings } = await change('client-keys', { origins: ['https://shop.example'] })
    const made = settings?.client_keys.find(({ origins }) => origins.includes('https://shop.example'))
    expect(made?.client_key).toMatch(/^ck_test_[0-9a-f]{32}$/)
    const { base_url: url } = gateway.ready
    const ask = (origin: string) =>
      fetch(`${url}/api/client/sessions/none`, {
        headers: { 'x-client-key': made?.client_key ?? '', origin, 'user-agent': 'test' },
      })
    const allowed = async (origin: string) => (await ask(origin)).headers.get('access-control-allow-origin')
    expect(await allowed('https://shop.example')).toBe('https://shop.example')
    expect(await allowed('https://evil.example')).toBeNull()
    const path = `client-keys/${made?.client_key}`
    expect((await change(path, { status: 'INACTIVE', origins: [] })).status).toBe(200)
  })

  it('lose a client key for good once it is switched off, and pages with the key see an unknown one', async () => {
    const { settings } = await change('client-keys', { origins: ['https://old.example'] })
    const id = settings?.client_keys.find(({ origins }) =>
      origins.includes('https://old.example'),
    )?.client_key
    const path = `client-keys/${id}`
    const active = await change(`${path}/delete`, {})
    expect([active.status, active.body]).toMatchObject([422, { errors: [{ property: 'status' }] }])

    expect((await change(path, { status: 'INACTIVE' })).status).toBe(200)
    const deleted = await change(`${path}/delete`, {})
    expect(deleted.status).toBe(200)
    expect(deleted.settings?.client_keys.map(({ client_key: key }) => key)).not.toContain(id)
    expect((await change(`${path}/delete`, {})).status).toBe(404)
    expect((await change(path, { status: 'ACTIVE' })).status).toBe(404)

    const entry = (await gateway.books.all('audit')).findLast(({ subject }) => subject === id)
    expect(entry).toMatchObject({ action: 'settings.change' })
    expect(JSON.parse(String(entry?.['detail']))).toMatchObject({
      change: 'deleteClientKey',
      changed: `client key ${id} deleted`,
    })
    const ask = (key = '') =>
      fetch(`${gateway.ready.base_url}/api/client/sessions/none`, {
        headers: { 'x-client-key': key, origin: 'https://old.example', 'user-agent': 'test' },
      })
    const met = await ask(id)
    const stranger = await ask(`ck_test_${'0'.repeat(32)}`)
    expect([met.status, await met.json()]).toEqual([stranger.status, await stranger.json()])
  })

  it('settings of another merchant are not found', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const theirs = await openPortalSession(gateway, other.merchant_id, ['owner'])
    const { version, settings } = await read(theirs)
    expect(settings.client_keys).toMatchObject([{ client_key: other.client_key }])
    for (const path of [terminalPath(), `client-keys/${gateway.ready.client_key}`])
      expect((await post(`/portal/settings/${path}`, { version }, theirs)).status).toBe(404)
  })

  it('require the version that the person saw', async () => {
    const { status, body } = await post('/portal/settings/look', { language: 'en' })
    expect([status, body]).toMatchObject([422, { errors: [{ property: 'version' }] }])
  })

  it('appear in the audit trail with what changed', async () => {
    await change(terminalPath(), { origins: ['https://audited.example'] })
    const entries = await gateway.books.all('audit')
    const last = entries.findLast(({ action }) => action === 'settings.change')
    expect(last).toMatchObject({ actor: 'user', subject: gateway.ready.terminal_id })
    expect(JSON.parse(String(last?.['detail']))).toMatchObject({
      change: 'changeTerminal',
      changed: `terminal ${gateway.ready.terminal_id} changed: origins`,
    })
    await change(terminalPath(), { origins: [] })
  })
})

describe('a draft of the branding', () => {
  const preview = async (input: object) => (await post('/portal/settings/preview', input)).body
  const show = (url: string) => fetch(url, { headers: { 'user-agent': 'test' } })

  it('is shown on the payment page, only to the frame of the portal, and is not stored', async () => {
    const before = await read()
    const {
      url,
      colors,
      weak_colors: weak,
    } = (await preview({
      branding: { colors: { accent: '#fefefe', text: '#222222' } },
    })) as { url: string; colors: object; weak_colors: object[] }
    expect(colors).toMatchObject({ text: '#222222', background: '#f4f5f8' })
    expect(weak).toContainEqual(expect.objectContaining({ color: 'accent' }))
    const page = await show(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<!doctype html>')
    const { portalUrl } = gateway.app.addresses()
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${portalUrl}`)
    expect(page.headers.has('x-frame-options')).toBe(false)
    expect(await read()).toEqual(before)
  })

  it('is refused as a saved branding would be', async () => {
    expect(await preview({ branding: { colors: { accent: 'red' } } })).toMatchObject({
      errors: [{ property: 'branding.colors.accent' }],
    })
  })

  it('is shown at no address that the portal did not return', async () => {
    const { url } = (await preview({})) as { url: string }
    for (const address of [url.replace('page=card', 'page=toString'), `${url}AA`, url.split('?')[0] ?? ''])
      expect((await show(address)).status).toBe(404)
  })
})

describe('velocity rules', () => {
  const rule = { id: 'guesses', subject: 'CARD', counts: 'REFUSALS', most: 3, within_minutes: 60 }

  it('are set and removed', async () => {
    const { settings } = await change('risk', { rules: [rule] })
    expect(settings?.risk?.rules).toMatchObject([rule])
    expect((await change('risk', { rules: null })).settings?.risk).toBeUndefined()
  })

  it('are refused if two have the same name', async () => {
    const { version } = await read()
    const { status, body } = await post('/portal/settings/risk', { version, rules: [rule, rule] })
    expect([status, body]).toMatchObject([422, { errors: [{ property: 'rules[1].id' }] }])
  })

  it('leave the block lists unchanged, which cannot be read', async () => {
    const email = 'blocked@shopper.example'
    const { body } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
      risk: { rules: [rule], blocked: { emails: [email] } },
    })
    const theirs = await openPortalSession(gateway, body.merchant_id, ['owner'])
    const stored = async () => {
      const rows = await gateway.books.query('select id, settings from merchants')
      const row = rows.find(({ id }) => id === body.merchant_id)
      return (JSON.parse(String(row?.['settings'])) as { risk: { blocked: unknown } }).risk.blocked
    }
    const before = await stored()
    const { version, blocked } = await read(theirs)
    expect(blocked).toBe(1)
    const input = { version, rules: [{ ...rule, most: 5 }] }
    const { status, body: answer } = await post('/portal/settings/risk', input, theirs)
    expect(status).toBe(200)
    expect(await stored()).toEqual(before)
    expect(JSON.stringify(answer)).not.toContain(email)
  })
})
