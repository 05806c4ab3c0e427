import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { send } from '@sluice/platform/http/testing/send'
import { watchAnswers } from '@sluice/platform/http/testing/watch-answers'
import { AT_SERVER } from '@sluice/identity'

import { type AppWithPortal, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { OWN_PAGE } from './at-portal.ts'
import { withDatabaseFile } from './embedded-database.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'
import { type Shown, SignInBrowser } from '../../identity/test/sign-in-browser.ts'
import { PASSWORD } from '../../identity/test/sign-in-fixture.ts'
import { createQuickPasswordHashes } from '../../platform/test/quick-password-hashes.ts'
import { TestClock } from './test-clock.ts'

const PORTAL = 'https://portal.example.com'
const FAILED = `${PORTAL}/?sign-in=failed`

/** The headers that a proxy in front of the gateway adds. */
const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

interface Person {
  readonly id: string
  readonly email: string
  /** Returns the current code of the authenticator app. */
  code(): string
}

describe('a sign-in at the portal of a gateway in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-portal-login-'))
  const clock = new TestClock()
  const log: string[] = []
  let app: AppWithPortal
  let port: number
  let ada: Person
  let eve: Person

  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }

  beforeAll(async () => {
    const reading = readConfig(
      {},
      {
        SLUICE_ENVIRONMENT: 'production',
        SLUICE_PORT: '0',
        SLUICE_BASE_URL: 'https://pay.example.com',
        SLUICE_PORTAL_URL: PORTAL,
        SLUICE_TRUSTED_PROXIES: '127.0.0.1',
        SLUICE_DATA_DIR: folder,
        SLUICE_MASTER_KEY_FILE: write('master-key', randomBytes(32).toString('base64')),
        SLUICE_CONFIG_FILE: write(
          'sluice.json',
          JSON.stringify({ merchants: ['shop', 'other'].map((id) => ({ id, name: id })) }),
        ),
      },
    )
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    app = await buildApp(reading.config, {
      clock,
      realTime: clock,
      assets: NO_ASSETS,
      hostedPage: NO_PAGE,
      portalProgram: NO_PORTAL,
      passwordHashes: createQuickPasswordHashes(),
      logDestination: { write: (line: string) => void log.push(line) },
    })
    watchAnswers(app.server)
    await app.listen()
    port = (app.server.server.address() as AddressInfo).port
    ada = await begin('ada@shop.example', 'shop')
    eve = await begin('eve@other.example', 'other')
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const browse = () => new SignInBrowser(PORTAL, port, PROXIED)
  const sessionOf = ({ cookies }: SignInBrowser) => cookies.get('__Host-session')

  /** Accepts an invitation and signs in for the first time, which sets up an authenticator app. */
  async function begin(email: string, merchant: string): Promise<Person> {
    const invited = await app.portal?.users.invite(
      {
        merchantId: merchantIdOf(merchant),
        email,
        name: 'A person',
        roles: ['owner'],
      },
      AT_SERVER,
    )
    if (!invited?.ok) throw new Error(JSON.stringify(invited))
    const browser = browse()
    const accepted = await (
      await browser.open(invited.value.url)
    ).submit('link', { name: 'A person', password: PASSWORD })
    expect(accepted.url.href).toBe(`${PORTAL}/portal/login`)
    const setUp = await (await browser.open(accepted.url)).submit('password', { email, password: PASSWORD })
    expect(setUp.text).toContain('Set up an authenticator app')
    const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.text)?.[1]?.replaceAll(' ', '') ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(key) })
    const code = () => totp.generate({ timestamp: clock.now() })
    const back = await (await setUp.submit('authenticator', { code: code() })).submit('continue')
    expect((await browser.open(back.url)).url.href).toBe(`${PORTAL}/`)
    return { id: invited.value.user.id, email, code }
  }

  /** Follows the portal through the issuer's pages, until they redirect the browser back. */
  async function prove(browser: SignInBrowser, { email, code }: Person): Promise<Shown> {
    const second = await (
      await browser.open('/portal/login')
    ).submit('password', { email, password: PASSWORD })
    expect(second.text).toContain('Confirm your identity')
    // A code is valid once.
    clock.advance(30_000)
    return second.submit('code', { code: code() })
  }

  async function signIn(browser: SignInBrowser, person: Person): Promise<Shown> {
    return browser.open((await prove(browser, person)).url)
  }

  const ask = (path: string, session: string | undefined) =>
    send(port, {
      path,
      headers: {
        host: new URL(PORTAL).host,
        ...PROXIED,
        ...OWN_PAGE,
        cookie: `__Host-session=${session ?? ''}`,
      },
    })

  it('ends in a session with access to the merchant’s data', async () => {
    const browser = browse()
    expect((await signIn(browser, ada)).url.href).toBe(`${PORTAL}/`)
    expect([...browser.cookies.keys()]).toEqual(['__Host-session'])
    const session = sessionOf(browser)
    expect((await ask('/portal/session', session)).json).toMatchObject({
      user: { id: ada.id, email: ada.email, roles: ['owner'] },
      merchant: { id: merchantIdOf('shop'), name: 'shop' },
      environment: 'production',
    })
    expect(await ask('/portal/api/transactions', session)).toMatchObject({
      status: 200,
      json: { data: [], next_cursor: null },
    })
    expect((await ask('/portal/users', session)).json).toMatchObject({
      data: [{ id: ada.id, has_second_factor: true }],
    })
  })

  it('notifies an owner without a passkey to add one', async () => {
    const browser = browse()
    await signIn(browser, ada)
    expect((await ask('/portal/session', sessionOf(browser))).json).toMatchObject({
      needs_passkey: true,
      // Nothing is called otherwise than everywhere.
      method_names: {},
    })
  })

  it.each([
    ['passkey', 'Add a passkey'],
    ['password', 'Change your password'],
    ['authenticator', 'Set up an authenticator app'],
    ['recovery-codes', 'Your recovery codes'],
  ])('leads to a change of the %s', async (change, heading) => {
    const browser = browse()
    const password = await browser.open(`/portal/login?change=${change}`)
    const second = await password.submit('password', { email: ada.email, password: PASSWORD })
    clock.advance(30_000)
    expect((await second.submit('code', { code: ada.code() })).text).toContain(heading)
  })

  it.each(['nothing', '__proto__', ''])('rejects the change %j', async (change) => {
    expect((await browse().open(`/portal/login?change=${change}`)).url.href).toBe(FAILED)
  })

  it('is not valid without the second factor', async () => {
    const browser = browse()
    const page = await browser.open('/portal/login')
    const second = await page.submit('password', { email: ada.email, password: PASSWORD })
    expect((await second.submit('code', { code: '000000' })).status).toBe(401)
    expect(sessionOf(browser)).toBeUndefined()
  })

  it('invalidates the session before it', async () => {
    const browser = browse()
    await signIn(browser, ada)
    const old = sessionOf(browser)
    await signIn(browser, ada)
    expect((await ask('/portal/session', sessionOf(browser))).status).toBe(200)
    expect((await ask('/portal/session', old)).status).toBe(401)
  })

  it('fails with another state or code, and each try removes the cookie', async () => {
    const browser = browse()
    const { url } = await prove(browser, ada)
    const kept = browser.cookies.get('__Host-login') ?? ''
    const other = 'A'.repeat(43)
    const spoils: readonly ((parameters: URLSearchParams) => void)[] = [
      (parameters) => parameters.delete('state'),
      (parameters) => parameters.set('state', other),
      (parameters) => parameters.append('state', other),
      (parameters) => parameters.delete('code'),
      (parameters) => parameters.set('code', other),
      (parameters) => parameters.append('code', other),
    ]
    for (const spoil of spoils) {
      const spoilt = new URL(url)
      spoil(spoilt.searchParams)
      browser.cookies.set('__Host-login', kept)
      expect((await browser.open(spoilt)).url.href, spoilt.search).toBe(FAILED)
      expect([...browser.cookies.keys()]).toEqual([])
    }
    expect((await browser.open(url)).url.href).toBe(FAILED)
    browser.cookies.set('__Host-login', kept)
    expect((await browser.open(url)).url.href).toBe(`${PORTAL}/`)
  })

  it('fails with the cookie of another browser', async () => {
    const { url } = await prove(browse(), ada)
    const other = browse()
    await other.open('/portal/login')
    expect((await other.open(url)).url.href).toBe(FAILED)
    expect(sessionOf(other)).toBeUndefined()
  })

  it('fails with the code of another sign-in, which is then used up', async () => {
    const attacker = browse()
    const theirs = (await prove(attacker, eve)).url
    const victim = browse()
    await victim.open('/portal/login')
    const [state = ''] = victim.cookies.get('__Host-login')?.split('.') ?? []
    const forged = new URL(theirs)
    forged.searchParams.set('state', state)
    expect((await victim.open(forged)).url.href).toBe(FAILED)
    expect(sessionOf(victim)).toBeUndefined()
    expect((await attacker.open(theirs)).url.href).toBe(FAILED)
  })

  it('fails a second time, even if its cookie was kept', async () => {
    const browser = browse()
    const { url } = await prove(browser, ada)
    const kept = browser.cookies.get('__Host-login') ?? ''
    expect((await browser.open(url)).url.href).toBe(`${PORTAL}/`)
    const thief = browse()
    thief.cookies.set('__Host-login', kept)
    expect((await thief.open(url)).url.href).toBe(FAILED)
    expect(sessionOf(thief)).toBeUndefined()
  })

  it('redirects nowhere else, even if the addresses request it', async () => {
    const evil = ['redirect_uri', 'redirect', 'return_url', 'next', 'target', 'post_logout_redirect_uri']
      .map((name) => `${name}=${encodeURIComponent('//evil.example/')}`)
      .join('&')
    const begun = await send(port, {
      path: `/portal/login?${evil}`,
      headers: { host: new URL(PORTAL).host, ...PROXIED, 'x-forwarded-host': 'evil.example' },
    })
    expect(begun.headers.location).toMatch(/^https:\/\/portal\.example\.com\/realms\//)
    expect(begun.headers.location).not.toContain('evil')
    const browser = browse()
    const { url } = await prove(browser, ada)
    expect((await browser.open(`${url.href}&${evil}`)).url.href).toBe(`${PORTAL}/`)
  })

  it('is not cached, and its codes are not logged', async () => {
    const browser = browse()
    const { url } = await prove(browser, ada)
    const done = await browser.open(url)
    expect(done.headers['cache-control']).toBe('no-store')
    const told = log.join('\n')
    for (const secret of [url.searchParams.get('code'), url.searchParams.get('state'), sessionOf(browser)])
      expect(told).not.toContain(String(secret))
  })

  it('is rejected for users of an inactive merchant, whose sessions end', async () => {
    const setStatus = async (status: string) => {
      const statement = `update merchants set status = '${status}' where id = '${merchantIdOf('shop')}'`
      await withDatabaseFile(folder, (file) => file.prepare(statement).run())
      // The time for which a process caches a merchant.
      clock.advance(5_000)
    }
    const browser = browse()
    await signIn(browser, ada)
    const under = browse()
    const begun = (await prove(under, ada)).url
    await setStatus('INACTIVE')
    expect((await ask('/portal/session', sessionOf(browser))).status).toBe(401)
    expect((await ask('/portal/api/transactions', sessionOf(browser))).status).toBe(401)

    // An earlier completed sign-in fails, too.
    await under.open(begun)
    expect((await ask('/portal/session', sessionOf(under))).status).toBe(401)

    const late = browse()
    const back = await (
      await late.open('/portal/login')
    ).submit('password', { email: ada.email, password: PASSWORD })
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    expect((await late.open(back.url)).url.href).toBe(FAILED)
    const others = browse()
    expect((await signIn(others, eve)).url.href).toBe(`${PORTAL}/`)

    await setStatus('ACTIVE')
    expect((await ask('/portal/session', sessionOf(browser))).status).toBe(401)
    expect((await signIn(browser, ada)).url.href).toBe(`${PORTAL}/`)
  })
})
