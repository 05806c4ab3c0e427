import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as openid from 'openid-client'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { QueueFullError, type Turn } from '@sluice/platform/kernel/work-queue'
import type { PasswordHashes } from '@sluice/platform/crypto/password-hash'
import { send } from '@sluice/platform/http/testing/send'

import type { Shown, SignInBrowser } from '../../test/sign-in-browser.ts'
import { INACTIVE_MERCHANT, PASSWORD, type SignInFixture, startSignIn } from '../../test/sign-in-fixture.ts'
import { AT_SERVER } from '../users/manage-users.ts'
import { LOCKOUT_MS } from './sign-in-failures.ts'

let fixture: SignInFixture
let count = 0
beforeAll(async () => {
  fixture = await startSignIn()
})
afterAll(() => fixture.close())

/** A user of their own for each test: failures are counted by account. */
const newUser = async () => {
  const email = `ada-${(count += 1)}@shop.example`
  return { email, id: await fixture.addUser(email) }
}

const newBrowser = () => fixture.browser()

async function signIn(
  browser: SignInBrowser,
  email: string,
  changes: Readonly<Record<string, string | undefined>> = {},
  password = PASSWORD,
): Promise<Shown> {
  const page = await browser.open(fixture.authorizationUrl(changes))
  return page.submit('password', { email, password })
}

const codeOf = ({ url }: Shown) => String(url.searchParams.get('code'))

const redeem = (fields: Readonly<Record<string, string | undefined>>) => {
  const all = {
    grant_type: 'authorization_code',
    client_id: 'portal',
    redirect_uri: `${fixture.portalUrl}/portal/callback`,
    code_verifier: fixture.pkce.verifier,
    ...fields,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return fetch(`${fixture.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'user-agent': 'test' },
    body: new URLSearchParams(given),
  })
}

const userInfo = (token: string) =>
  fetch(`${fixture.issuer}/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'test' },
  })

describe('the code flow', () => {
  it('satisfies openid-client, from discovery to userinfo', async () => {
    const { email, id } = await newUser()
    const config = await openid.discovery(new URL(fixture.issuer), 'portal', undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    })
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const nonce = openid.randomNonce()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: `${fixture.portalUrl}/portal/callback`,
      scope: 'openid profile email',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })

    const page = await newBrowser().open(address)
    const back = await page.submit('password', { email, password: PASSWORD })
    expect(back.url.href).toContain(`${fixture.portalUrl}/portal/callback?`)

    const tokens = await openid.authorizationCodeGrant(config, back.url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    expect(tokens.claims()).toMatchObject({
      iss: fixture.issuer,
      sub: id,
      aud: 'portal',
      name: 'Ada Lovelace',
      email,
      merchant_id: 'm-1',
      portal_roles: ['owner'],
      amr: ['pwd'],
      auth_time: expect.any(Number),
    })
    expect(await openid.fetchUserInfo(config, tokens.access_token, id)).toMatchObject({ sub: id, email })
    expect(tokens.refresh_token).toBeUndefined()

    const signedOut = openid.buildEndSessionUrl(config, {
      post_logout_redirect_uri: `${fixture.portalUrl}/`,
      state: 'bye',
    })
    expect((await newBrowser().open(signedOut)).url.href).toBe(`${fixture.portalUrl}/?state=bye`)
  })

  it('returns tokens that the API refuses', async () => {
    const { email } = await newUser()
    const answer = await redeem({ code: codeOf(await signIn(newBrowser(), email)) })
    const { access_token: accessToken, id_token: idToken } = (await answer.json()) as Record<string, string>
    for (const token of [accessToken, idToken]) {
      const { status } = await send(fixture.edge.port, {
        path: '/api/customers/x',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(status).toBe(401)
    }
    expect((await userInfo(String(accessToken))).status).toBe(200)
    expect((await userInfo(String(idToken))).status).toBe(401)
  })

  it('serves the portal without a network request', async () => {
    const { email, id } = await newUser()
    const { portalLogin } = fixture.identity
    const { challenge, verifier } = fixture.pkce
    const url = portalLogin?.authorizationUrl({ state: 's', nonce: 'n', codeChallenge: challenge })
    const page = await newBrowser().open(String(url))
    const back = await page.submit('password', { email, password: PASSWORD })
    const use = { code: codeOf(back), codeVerifier: verifier, nonce: 'n' }
    expect(await portalLogin?.redeemCode(use)).toEqual({
      userId: id,
      merchantId: 'm-1',
      roles: ['owner'],
      name: 'Ada Lovelace',
      email,
      methods: ['pwd'],
      authenticatedAtMs: expect.any(Number),
    })
    expect(await portalLogin?.redeemCode(use)).toBeNull()
  })

  it('ends for a user who was removed in the meantime', async () => {
    const { email, id } = await newUser()
    await newUser()
    const code = codeOf(await signIn(newBrowser(), email))
    expect(await fixture.identity.users.remove({ userId: id, merchantId: 'm-1' }, AT_SERVER)).toMatchObject({
      ok: true,
    })
    expect((await redeem({ code })).status).toBe(400)
  })
})

describe('the authorization endpoint', () => {
  it.each([
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a redirect URI with more behind it', { redirect_uri: 'PORTAL/portal/callback/../x' }],
    ['a redirect URI with a query', { redirect_uri: 'PORTAL/portal/callback?x=1' }],
    [
      'a redirect URI with another host before the sign',
      { redirect_uri: 'http://portal.localhost@evil.example/portal/callback' },
    ],
    ['no redirect URI', { redirect_uri: undefined }],
    ['an unknown client', { client_id: 'shop' }],
    ['no client', { client_id: undefined }],
  ])('redirects nowhere for %s', async (_, changes) => {
    const given = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value?.replace('PORTAL', fixture.portalUrl)]),
    )
    const page = await newBrowser().open(fixture.authorizationUrl(given))
    expect(page.status).toBe(400)
    expect(page.headers['location']).toBeUndefined()
    expect(page.text).toContain('You can’t sign in here')
    expect(page.text).not.toContain('evil.example')
  })

  it('redirects nowhere for a repeated member', async () => {
    const page = await newBrowser().open(`${fixture.authorizationUrl()}&state=other`)
    expect(page.status).toBe(400)
  })

  it.each([
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['the hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['answers in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['no openid', { scope: 'profile' }, 'invalid_scope'],
    ['a sign-in that shows nothing', { prompt: 'none' }, 'login_required'],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
    ['a request somewhere else', { request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
    ['an unknown action', { kc_action: 'delete_account' }, 'invalid_request'],
  ])('reports to the client that it refuses %s', async (_, changes, error) => {
    const { status, url } = await newBrowser().open(fixture.authorizationUrl(changes))
    expect(status).toBe(303)
    expect(url.href).toContain(`${fixture.portalUrl}/portal/callback?`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'the-state',
      iss: fixture.issuer,
    })
  })
})

describe('a code', () => {
  it('is valid once; a second use revokes what the first one issued', async () => {
    const { email } = await newUser()
    const code = codeOf(await signIn(newBrowser(), email))
    const first = (await (await redeem({ code })).json()) as { access_token: string }
    expect((await userInfo(first.access_token)).status).toBe(200)

    const second = await redeem({ code })
    expect([second.status, await second.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((await userInfo(first.access_token)).status).toBe(401)
  })

  it.each([
    ['without its verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['with its challenge as the verifier', { code_verifier: 'CHALLENGE' }, 'invalid_grant'],
    ['with another redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    ['without a redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['by another client', { client_id: 'shop' }, 'invalid_client'],
    ['by no client', { client_id: undefined }, 'invalid_client'],
  ])('is refused %s', async (_, fields, error) => {
    const { email } = await newUser()
    const code = codeOf(await signIn(newBrowser(), email))
    const filled = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        value?.replace('CHALLENGE', fixture.pkce.challenge),
      ]),
    )
    expect(await (await redeem({ code, ...filled })).json()).toMatchObject({ error })
  })

  it('does not survive a wrong verifier', async () => {
    const { email } = await newUser()
    const code = codeOf(await signIn(newBrowser(), email))
    await redeem({ code, code_verifier: 'x'.repeat(43) })
    expect((await redeem({ code })).status).toBe(400)
  })

  it('expires after a minute', async () => {
    const { email } = await newUser()
    const code = codeOf(await signIn(newBrowser(), email))
    fixture.advance(60_001)
    const answer = await redeem({ code })
    expect(await answer.json()).toEqual({ error: 'invalid_grant', error_description: 'Code is expired' })
  })
})

describe('a page of a sign-in', () => {
  it('cannot be framed, sends no referrer, runs only its own script, and is not cached', async () => {
    const { headers } = await newBrowser().open(fixture.authorizationUrl())
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    for (const directive of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive)
    expect(policy).not.toContain('unsafe')
  })

  it('uses the language of the browser, or the one that the client requests', async () => {
    const swedish = fixture.browser({ 'accept-language': 'sv-SE,sv;q=0.9' })
    expect((await swedish.open(fixture.authorizationUrl())).text).toContain('<html lang="sv-SE">')
    expect((await swedish.open(fixture.authorizationUrl({ ui_locales: 'ro' }))).text).toContain(
      'lang="ro-RO"',
    )
  })

  it('accepts no form from another site', async () => {
    const { email } = await newUser()
    const browser = newBrowser()
    await browser.open(fixture.authorizationUrl())
    const path = '/realms/demo/sign-in/password'
    const fields = { email, password: PASSWORD }
    for (const forged of [
      await browser.post(path, fields),
      await browser.post(path, { ...fields, form_token: 'x'.repeat(43) }),
    ]) {
      expect(forged.status).toBe(400)
      expect(forged.text).toContain('This sign-in has expired')
    }
    // A page that got hold of the token is still another site.
    const page = await browser.open('/realms/demo/sign-in')
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const sent = await browser.post(
      path,
      { ...fields, form_token: token },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(sent.status).toBe(400)
    expect((await page.submit('password', fields)).status).toBe(303)
  })

  it('is invalid with the cookie of an earlier step', async () => {
    const { email, id } = await newUser()
    await fixture.records.users.setTotpSecret(id, {
      secret: new Uint8Array(20),
      step: 0,
      endSignInsAtMs: 0,
      isFirst: true,
    })
    const browser = newBrowser()
    const page = await browser.open(fixture.authorizationUrl())
    const planted = browser.cookies.get('sign-in')
    const proven = await page.submit('password', { email, password: PASSWORD })
    expect(proven.text).toContain('Confirm your identity')
    expect(browser.cookies.get('sign-in')).not.toBe(planted)
    browser.cookies.set('sign-in', String(planted))
    expect((await proven.submit('code', { code: '000000' })).text).toContain('This sign-in has expired')
  })

  it('has its own token for each form, which no other page’s form accepts', async () => {
    const tokenOf = ({ text }: Shown) => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const [one, other] = await Promise.all(
      [newBrowser(), newBrowser()].map(async (browser) => {
        const { email, id } = await newUser()
        await fixture.records.users.setTotpSecret(id, {
          secret: new Uint8Array(20),
          step: 0,
          endSignInsAtMs: 0,
          isFirst: true,
        })
        const first = await browser.open(fixture.authorizationUrl())
        const second = await first.submit('password', { email, password: PASSWORD })
        expect(second.text).toContain('Confirm your identity')
        return { tokens: [tokenOf(first), tokenOf(second)], second }
      }),
    )
    if (!one || !other) throw new Error('no pages')
    const tokens = [...one.tokens, ...other.tokens]
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of [one.tokens[0] ?? '', ...other.tokens]) {
      const forged = await one.second.submit('code', { code: '000000', form_token: token })
      expect([forged.status, forged.text]).toEqual([400, expect.stringContaining('has expired')])
    }
    expect((await one.second.submit('code', { code: '000000' })).status).toBe(401)
  })

  it.each([
    ['changes the password', 'UPDATE_PASSWORD', 'new-password'],
    ['sets up an authenticator app', 'CONFIGURE_TOTP', 'authenticator'],
    ['shows recovery codes', 'CONFIGURE_RECOVERY_AUTHN_CODES', 'continue'],
  ])('a page that %s ends when the user is reset', async (_, action, form) => {
    const { email, id } = await newUser()
    const browser = newBrowser()
    const page = await signIn(browser, email, { kc_action: action })
    fixture.advance(1)
    const reset = await fixture.identity.users.resetSignIn({ userId: id, merchantId: 'm-1' }, AT_SERVER)
    expect(reset.ok).toBe(true)
    const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? 'A'.repeat(32)
    const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: fixture.now() })
    const late = await page.submit(form, { password: `${PASSWORD} of an intruder`, code })
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('This sign-in has expired')])
    expect((await browser.open('/realms/demo/sign-in')).status).toBe(400)
    expect(await fixture.identity.users.find(id)).toMatchObject({
      hasPassword: false,
      hasAuthenticator: false,
    })
  })

  it('a page for a second factor ends when the password has changed', async () => {
    const { email, id } = await newUser()
    const totp = new TOTP({ secret: new Secret({ buffer: new ArrayBuffer(20) }) })
    await fixture.records.users.setTotpSecret(id, {
      secret: new Uint8Array(20),
      step: 0,
      endSignInsAtMs: 0,
      isFirst: true,
    })
    const page = await signIn(newBrowser(), email)
    fixture.advance(1)
    await fixture.records.users.setPasswordHash(id, 'another', fixture.now())
    const late = await page.submit('code', { code: totp.generate({ timestamp: fixture.now() }) })
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('This sign-in has expired')])
  })

  it('gives one code for one sign-in, however often its last form is sent', async () => {
    const { email } = await newUser()
    const browser = newBrowser()
    const page = await browser.open(fixture.authorizationUrl())
    const cookie = String(browser.cookies.get('sign-in'))
    expect((await page.submit('password', { email, password: PASSWORD })).status).toBe(303)
    expect(browser.cookies.has('sign-in')).toBe(false)
    browser.cookies.set('sign-in', cookie)
    expect((await page.submit('password', { email, password: PASSWORD })).text).toContain('has expired')
  })

  it('ends after ten minutes', async () => {
    const page = await newBrowser().open(fixture.authorizationUrl())
    fixture.advance(600_001)
    const late = await page.submit('password', { email: 'x@shop.example', password: PASSWORD })
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('This sign-in has expired')])
  })

  it('has a cookie that no script, no other site’s form and no other host receives', async () => {
    const answer = await send(fixture.edge.port, {
      path: new URL(fixture.authorizationUrl()).pathname + new URL(fixture.authorizationUrl()).search,
      headers: { host: new URL(fixture.portalUrl).host },
    })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('works only at the portal: its cookie opens nothing elsewhere', async () => {
    const browser = newBrowser()
    await browser.open(fixture.authorizationUrl())
    const cookie = `sign-in=${browser.cookies.get('sign-in')}`
    for (const host of [`127.0.0.1:${fixture.edge.port}`, `methods.localhost:${fixture.edge.port}`]) {
      const { status } = await send(fixture.edge.port, {
        path: '/realms/demo/sign-in',
        headers: { host, cookie },
      })
      expect(status).toBe(404)
    }
  })
})

describe('signing out', () => {
  it.each(['https://evil.example/', '//evil.example', 'PORTAL/portal/callback', 'PORTAL@evil.example/'])(
    'redirects to no unregistered address: %s',
    async (target) => {
      const url = new URL(`${fixture.portalUrl}/realms/demo/protocol/openid-connect/logout`)
      url.searchParams.set('client_id', 'portal')
      url.searchParams.set('post_logout_redirect_uri', target.replace('PORTAL', fixture.portalUrl))
      const page = await newBrowser().open(url)
      expect([page.status, page.headers['location']]).toEqual([200, undefined])
      expect(page.text).not.toContain('evil.example')
    },
  )
})

describe('guessing', () => {
  it('is answered alike, after the same work, for every user', async () => {
    const { email } = await newUser()
    const invited = `invited-${count}@shop.example`
    await fixture.identity.users.invite(
      { merchantId: 'm-1', email: invited, name: 'Eve', roles: ['support'] },
      AT_SERVER,
    )
    const answers = []
    for (const account of [email, invited, `unknown-${count}@shop.example`]) {
      const before = fixture.verifications()
      const { status, text, headers } = await signIn(newBrowser(), account, {}, 'not the password 1')
      const same = text.replaceAll(account, 'ACCOUNT').replaceAll(/[\w-]{43}/g, 'TOKEN')
      answers.push({
        status,
        text: same,
        names: Object.keys(headers),
        work: fixture.verifications() - before,
      })
    }
    expect(answers[0]).toMatchObject({ status: 401, work: 1 })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('counts an overlong address against the network, without hashing', async () => {
    const { email } = await newUser()
    fixture.advance(LOCKOUT_MS)
    const page = await newBrowser().open(fixture.authorizationUrl())
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const before = fixture.verifications()
    const overlong = 'a' + '\u0301\u0316'.repeat(1_000)
    for (let tries = 0; tries < 30; tries += 1) {
      const { status } = await page.submit('password', { email: overlong, password: 'not the password 1' })
      expect(status).toBe(401)
    }
    expect([fixture.verifications() - before, normalize.mock.calls.length]).toEqual([0, 0])
    normalize.mockRestore()
    expect((await signIn(newBrowser(), email)).status).toBe(429)
    fixture.advance(LOCKOUT_MS)
  })

  it('accepts six attempts by one form', async () => {
    const page = await newBrowser().open(fixture.authorizationUrl())
    const before = fixture.verifications()
    const statuses = []
    for (let tries = 0; tries < 8; tries += 1) {
      const email = `form-${tries}@shop.example`
      statuses.push((await page.submit('password', { email, password: 'not the password 1' })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 400, 400])
    expect(fixture.verifications() - before).toBe(6)
    fixture.advance(LOCKOUT_MS)
  })

  it('refuses a form that is larger than any of its pages sends', async () => {
    const page = await newBrowser().open(fixture.authorizationUrl())
    const { status } = await page.submit('password', { email: 'a'.repeat(17_000), password: 'x' })
    expect(status).toBe(413)
  })

  it.each(['a user', 'no user'])(
    'locks the account of %s for half an hour, also for the right password',
    async (whose) => {
      const { email } =
        whose === 'a user' ? await newUser() : { email: `unknown-${(count += 1)}@shop.example` }
      for (let tries = 0; tries < 6; tries += 1)
        expect((await signIn(newBrowser(), email, {}, 'not the password 1')).status).toBe(401)
      const locked = await signIn(newBrowser(), email)
      expect([locked.status, Number(locked.headers['retry-after'])]).toEqual([429, expect.closeTo(1800, -1)])
      expect(locked.text).toContain('Too many attempts. Try again in 30 minutes.')
      fixture.advance(LOCKOUT_MS)
      expect((await signIn(newBrowser(), email)).status).toBe(whose === 'a user' ? 303 : 401)
    },
  )

  it('locks no user out of the networks of their sign-ins', async () => {
    const { email } = await newUser()
    expect((await signIn(newBrowser(), email)).status).toBe(303)
    const stranger = () => fixture.browser({}, '127.0.0.2')
    for (let tries = 0; tries < 6; tries += 1)
      expect((await signIn(stranger(), email, {}, 'not the password 1')).status).toBe(401)
    expect((await signIn(stranger(), email)).status).toBe(429)
    expect((await signIn(newBrowser(), email)).status).toBe(303)
    // PCI DSS 8.3.4 allows ten tries in all.
    for (let tries = 0; tries < 4; tries += 1)
      expect((await signIn(newBrowser(), email, {}, 'not the password 1')).status).toBe(401)
    expect((await signIn(newBrowser(), email)).status).toBe(429)
    fixture.advance(LOCKOUT_MS)
    expect((await signIn(stranger(), email)).status).toBe(303)
  })

  it('locks an account for the networks of other accounts', async () => {
    const [{ email }, other] = [await newUser(), await newUser()]
    expect((await signIn(fixture.browser({}, '127.0.0.3'), other.email)).status).toBe(303)
    for (let tries = 0; tries < 6; tries += 1)
      await signIn(fixture.browser({}, '127.0.0.3'), email, {}, 'not the password 1')
    expect((await signIn(fixture.browser({}, '127.0.0.4'), email)).status).toBe(429)
    fixture.advance(LOCKOUT_MS)
  })

  it('locks an address, whatever accounts it tries', async () => {
    const { email } = await newUser()
    fixture.advance(LOCKOUT_MS)
    for (let tries = 0; tries < 30; tries += 1)
      await signIn(newBrowser(), `many-${tries}@shop.example`, {}, 'not the password 1')
    expect((await signIn(newBrowser(), email)).status).toBe(429)
    fixture.advance(LOCKOUT_MS)
    expect((await signIn(newBrowser(), email)).status).toBe(303)
  })

  it('counts guesses that come at once', async () => {
    const { email } = await newUser()
    const pages = await Promise.all(
      Array.from({ length: 12 }, () => newBrowser().open(fixture.authorizationUrl())),
    )
    const answers = await Promise.all(
      pages.map((page) => page.submit('password', { email, password: 'not the password 1' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
    fixture.advance(LOCKOUT_MS)
  })
})

describe('a queue of passwords', () => {
  const turns: Turn[] = []
  let verify: PasswordHashes['verify']
  let busy: SignInFixture
  beforeAll(async () => {
    busy = await startSignIn({
      verifyPassword: (password, hash, turn) => {
        turns.push(turn)
        return verify(password, hash, turn)
      },
    })
  })
  afterAll(() => busy.close())
  const openPage = () => busy.browser().open(busy.authorizationUrl())

  it('a full queue is reported, and the attempt does not count', async () => {
    await busy.addUser('ada@shop.example')
    verify = () => Promise.reject(new QueueFullError())
    for (let tries = 0; tries < 40; tries += 1) {
      const page = await openPage()
      const { status, headers, text } = await page.submit('password', {
        email: 'ada@shop.example',
        password: PASSWORD,
      })
      expect([status, headers['retry-after']]).toEqual([503, '3'])
      expect(text).toContain('Try again in a few seconds.')
      expect(text).toContain('value="ada@shop.example"')
    }
    verify = () => Promise.resolve(true)
    const page = await openPage()
    expect((await page.submit('password', { email: 'ada@shop.example', password: PASSWORD })).status).toBe(
      303,
    )
  })

  it('gives priority to networks with a successful sign-in', async () => {
    turns.length = 0
    await busy.database.db.deleteFrom('sign_in_networks').execute()
    verify = () => Promise.resolve(true)
    for (const _ of [1, 2])
      await (await openPage()).submit('password', { email: 'ada@shop.example', password: PASSWORD })
    expect(turns.map(({ hasPriority }) => hasPriority)).toEqual([false, true])
  })
})

describe('each page of a sign-in', () => {
  it('has the mark of the portal, and names the environment', async () => {
    const shell = readFileSync(new URL('../../../portal/src/design/brand.ts', import.meta.url), 'utf8')
    const [, path = ''] = /<path d="([^"]+)"/.exec(shell) ?? []
    expect(path).not.toBe('')
    const page = await newBrowser().open(fixture.authorizationUrl())
    expect(page.text).toContain(path)
    expect(page.text).toContain('>Test environment<')
    const strict = await startSignIn({ requiresSecondFactor: true })
    onTestFinished(() => strict.close())
    const live = await strict.browser().open(strict.authorizationUrl())
    expect(live.text).toContain('>Production<')
    const notice = await newBrowser().open(`${fixture.portalUrl}/realms/demo/sign-in/link/none`)
    expect(notice.text).toContain('>Test environment<')
  })
})

describe('a one-time link', () => {
  const invite = async () => {
    const email = `new-${(count += 1)}@shop.example`
    const invited = await fixture.identity.users.invite(
      {
        merchantId: 'm-1',
        email,
        name: 'Grace',
        roles: ['finance'],
      },
      AT_SERVER,
    )
    if (!invited.ok) throw new Error(invited.refusal)
    return { email, url: invited.value.url, userId: invited.value.user.id }
  }

  it('sets a password once, and is not used up when it is opened', async () => {
    const { email, url } = await invite()
    await newBrowser().open(url)
    const page = await newBrowser().open(url)
    expect(page.text).toContain('Welcome, Grace')
    expect((await page.submit('link', { name: 'Grace Hopper', password: PASSWORD })).url.href).toBe(
      `${fixture.portalUrl}/portal/login`,
    )
    const used = await newBrowser().open(url)
    expect(used.status).toBe(404)
    expect(used.text).toContain('ask the person who sent it for a new one')
    expect(used.text).toContain(`<a class="button" href="${fixture.portalUrl}/portal/login">Sign in</a>`)
    expect((await page.submit('link', { name: 'Eve', password: PASSWORD })).status).toBe(400)
    expect((await signIn(newBrowser(), email)).status).toBe(303)
  })

  it.each([
    ['short 1', 'at least 12 characters'],
    ['aaaaaaaaaaaaaaa1', 'too easy to guess'],
    ['Password1234', 'This password is too common'],
    ['EMAIL 12345', 'must not contain your email address'],
  ])('accepts no password as %j', async (password, said) => {
    const { email, url } = await invite()
    const page = await newBrowser().open(url)
    const refused = await page.submit('link', { password: password.replace('EMAIL', email) })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(said)])
  })

  it('expires after a week', async () => {
    const { url } = await invite()
    fixture.advance(7 * 86_400_000)
    expect((await newBrowser().open(url)).status).toBe(404)
  })

  it('is the only way in after a reset, which ends every session', async () => {
    const { email, id } = await newUser()
    await newUser()
    const code = codeOf(await signIn(newBrowser(), email))
    const { access_token: token } = (await (await redeem({ code })).json()) as { access_token: string }
    fixture.advance(1_000)
    const reset = await fixture.identity.users.resetSignIn({ userId: id, merchantId: 'm-1' }, AT_SERVER)
    if (!reset.ok) throw new Error(reset.refusal)
    expect((await userInfo(token)).status).toBe(401)
    expect((await signIn(newBrowser(), email)).status).toBe(401)
    const page = await newBrowser().open(reset.value.url)
    await page.submit('link', { password: `${PASSWORD} again` })
    expect((await signIn(newBrowser(), email, {}, `${PASSWORD} again`)).status).toBe(303)
  })
})

describe('a link after a lock', () => {
  it('lets its owner in with the new password, however often a stranger guessed the old one', async () => {
    const { email, id } = await newUser()
    await newUser()
    for (let tries = 0; tries < 6; tries += 1) await signIn(newBrowser(), email, {}, 'not the password 1')
    expect((await signIn(newBrowser(), email)).status).toBe(429)
    const reset = await fixture.identity.users.resetSignIn({ userId: id, merchantId: 'm-1' }, AT_SERVER)
    if (!reset.ok) throw new Error(reset.refusal)
    const page = await newBrowser().open(reset.value.url)
    await page.submit('link', { password: `${PASSWORD} again` })
    expect((await signIn(newBrowser(), email, {}, `${PASSWORD} again`)).status).toBe(303)
  })
})

describe('a second factor', () => {
  const totpOf = (page: Shown) => {
    const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(key) })
    return { key, code: () => totp.generate({ timestamp: fixture.now() }) }
  }
  const setUp = async (email: string) => {
    const browser = newBrowser()
    const page = await signIn(browser, email, { kc_action: 'CONFIGURE_TOTP' })
    expect(page.text).toContain('Set up an authenticator app')
    const app = totpOf(page)
    const codes = await page.submit('authenticator', { code: app.code() })
    const recovery = [...codes.text.matchAll(/<code>([\w-]{19})<\/code>/g)].map(([, code = '']) => code)
    expect(recovery).toHaveLength(10)
    return { app, recovery, done: await codes.submit('continue') }
  }

  it('is set up at the portal’s request, and required from then on', async () => {
    const { email } = await newUser()
    const { app, done } = await setUp(email)
    expect(done.status).toBe(303)
    fixture.advance(30_000)
    const page = await signIn(newBrowser(), email)
    expect(page.text).toContain('Confirm your identity')
    expect((await page.submit('code', { code: '000000' })).status).toBe(401)
    const back = await page.submit('code', { code: app.code() })
    const tokens = (await (await redeem({ code: codeOf(back) })).json()) as { id_token: string }
    const claims = JSON.parse(
      Buffer.from(String(tokens.id_token.split('.')[1]), 'base64url').toString(),
    ) as object
    expect(claims).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] })
  })

  it.each(['CONFIGURE_TOTP', 'webauthn-register', 'UPDATE_PASSWORD', 'CONFIGURE_RECOVERY_AUTHN_CODES'])(
    'a second factor that was set up in the meantime is not bypassed by a sign-in that began with the password alone: %s',
    async (action) => {
      const { email } = await newUser()
      const own = await signIn(newBrowser(), email, { kc_action: 'CONFIGURE_TOTP' })
      fixture.advance(1)
      const begun = await signIn(newBrowser(), email, { kc_action: action })
      await own.submit('authenticator', { code: totpOf(own).code() })
      const [form, fields] = (
        {
          CONFIGURE_TOTP: ['authenticator', { code: /<code>/.test(begun.text) ? totpOf(begun).code() : '' }],
          'webauthn-register': ['new-passkey', { credential: '{}' }],
          UPDATE_PASSWORD: ['new-password', { password: `${PASSWORD} of a stranger` }],
          CONFIGURE_RECOVERY_AUTHN_CODES: ['continue', {}],
        } as const
      )[action] ?? ['', {}]
      const { status, text } = await begun.submit(form, fields)
      expect([status, text]).toEqual([400, expect.stringContaining('This sign-in has expired')])
      expect((await signIn(newBrowser(), email)).text).toContain('Confirm your identity')
    },
  )

  it('ends other sign-ins, which its page and the audit trail say', async () => {
    const { email, id } = await newUser()
    for (const action of ['CONFIGURE_TOTP', 'webauthn-register'])
      expect((await signIn(newBrowser(), email, { kc_action: action })).text).toContain(
        'This signs you out in other browsers.',
      )
    await setUp(email)
    expect(fixture.events).toContainEqual(
      expect.objectContaining({
        action: 'user.change-sign-in',
        subject: id,
        detail: { changed: 'authenticator app' },
      }),
    )
  })

  it('accepts a code of the app once', async () => {
    const { email } = await newUser()
    const { app } = await setUp(email)
    // The very code that set it up.
    const again = await signIn(newBrowser(), email)
    expect((await again.submit('code', { code: app.code() })).status).toBe(401)
    fixture.advance(30_000)
    const page = await signIn(newBrowser(), email)
    expect((await page.submit('code', { code: app.code() })).status).toBe(303)
  })

  it('accepts a recovery code once, however it is typed', async () => {
    const { email } = await newUser()
    const { recovery } = await setUp(email)
    const [code = ''] = recovery
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await (await signIn(newBrowser(), email)).submit('code', { code: typed })).status).toBe(303)
    expect((await (await signIn(newBrowser(), email)).submit('code', { code })).status).toBe(401)
  })

  it('is locked after six wrong codes', async () => {
    const { email } = await newUser()
    const { app } = await setUp(email)
    fixture.advance(30_000)
    const page = await signIn(newBrowser(), email)
    for (let tries = 0; tries < 6; tries += 1)
      expect((await page.submit('code', { code: '000000' })).status).toBe(401)
    expect((await page.submit('code', { code: app.code() })).status).toBe(429)
  })

  it('writes no password, secret or code to the log, the audit trail or a table', async () => {
    const { email } = await newUser()
    const { app, recovery } = await setUp(email)
    const secret = Buffer.from(Secret.fromBase32(app.key).bytes)
    const stored = Buffer.concat(
      readdirSync(fixture.dataDir)
        .filter((file) => file.includes('.db') || file.includes('sqlite'))
        .map((file) => readFileSync(join(fixture.dataDir, file))),
    )
    expect(stored.includes(Buffer.from(email))).toBe(true)
    const told = JSON.stringify([fixture.edge.log, fixture.events])
    for (const text of [
      PASSWORD,
      app.key,
      ...recovery,
      ...recovery.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(stored.includes(Buffer.from(text))).toBe(false)
      expect(told).not.toContain(text)
    }
    expect(stored.includes(secret)).toBe(false)
    expect(told).not.toContain(email)
  })
})

describe('a person', () => {
  it('a user of an inactive merchant is redirected back without a code, before anything is set up', async () => {
    const email = `gone-${(count += 1)}@shop.example`
    const id = await fixture.addUser(email, ['owner'], INACTIVE_MERCHANT)
    const back = await signIn(newBrowser(), email, { kc_action: 'CONFIGURE_TOTP' })
    expect([back.status, back.url.pathname]).toEqual([303, '/portal/callback'])
    expect(Object.fromEntries(back.url.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'the merchant is not active',
      state: 'the-state',
      iss: fixture.issuer,
    })
    expect(fixture.events).toContainEqual(
      expect.objectContaining({ action: 'authentication.refuse', subject: id }),
    )
  })

  it('a user whose provider’s clock is ahead counts as just signed in', async () => {
    const journey = { state: 's', nonce: 'n', codeVerifier: 'v' }
    const email = 'ada@shop.example'
    const ahead = await startSignIn({
      makeExternalLogin: () => ({
        name: 'Staff login',
        begin: (redirectUri) => Promise.resolve({ url: redirectUri, journey }),
        complete: () =>
          Promise.resolve({ issuer: 'i', subject: 's', email, authenticatedAtMs: Date.now() + 3_600_000 }),
      }),
    })
    try {
      const userId = await ahead.addUser(email)
      const browser = ahead.browser()
      await browser.open(ahead.authorizationUrl())
      const back = await browser.open('/realms/demo/sign-in/provider')
      const login = await ahead.identity.portalLogin?.redeemCode({
        code: codeOf(back),
        codeVerifier: ahead.pkce.verifier,
        nonce: 'the-nonce',
      })
      expect(login).toMatchObject({ userId })
      expect(login?.authenticatedAtMs).toBeLessThanOrEqual(ahead.now())
    } finally {
      await ahead.close()
    }
  })
})

describe('where a second factor is required', () => {
  it('a password alone only leads to setting up a second factor', async () => {
    const strict = await startSignIn({ requiresSecondFactor: true })
    try {
      await strict.addUser('ada@shop.example')
      const page = await strict.browser().open(strict.authorizationUrl())
      const next = await page.submit('password', { email: 'ada@shop.example', password: PASSWORD })
      expect(next.text).toContain('Set up an authenticator app')
      expect((await next.submit('authenticator', { code: '000000' })).status).toBe(422)
    } finally {
      await strict.close()
    }
  })
})
