import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import { systemClock } from '@sluice/platform/system'

import type { SignInBrowser } from '../../test/sign-in-browser.ts'
import { type SignInFixture, startSignIn } from '../../test/sign-in-fixture.ts'
import { AT_SERVER } from '../users/manage-users.ts'
import { connectExternalLogin } from './connect-external-login.ts'

/** The person who signs in at the provider next, and its claims about that account. */
let account = { sub: 'p-1', email: 'ada@shop.example', email_verified: true }
let provider: Server
let issuer: string
let fixture: SignInFixture
const errors: unknown[] = []

/** Created once the gateway's address is known, because it is registered there. */
function makeProvider(redirectUri: string, key: JWK): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: 'sluice', client_secret: 'the secret of sluice', redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...account, sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of a test'] },
    jwks: { keys: [{ ...key, kid: 'k1', alg: 'RS256', use: 'sig' }] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
}

beforeAll(async () => {
  provider = createServer()
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  fixture = await startSignIn({
    makeExternalLogin: () =>
      connectExternalLogin({
        issuer,
        clientId: 'sluice',
        clientSecret: new Secret('the secret of sluice'),
        name: 'Staff login',
        realTime: systemClock,
        onError: (error) => void errors.push(error),
      }),
  })
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const oidc = makeProvider(
    `${fixture.portalUrl}/realms/demo/sign-in/provider/return`,
    await exportJWK(privateKey),
  )
  const handle = oidc.callback()
  provider.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    // The provider's own page would request a password here.
    void (async () => {
      const { params, session } = await oidc.interactionDetails(request, response)
      const grant = new oidc.Grant({ accountId: account.sub, clientId: String(params['client_id']) })
      grant.addOIDCScope('openid email')
      const consent = { grantId: await grant.save() }
      const isKnown = session?.accountId === account.sub
      const result = isKnown ? { consent } : { login: { accountId: account.sub }, consent }
      await oidc.interactionFinished(request, response, result)
    })()
  })
})
afterAll(async () => {
  await fixture.close()
  provider.close()
})

/** Follows the redirects to the provider and back, as a browser does. */
async function signInThere(browser: SignInBrowser, change: (back: URL) => void = () => undefined) {
  const page = await browser.open(fixture.authorizationUrl())
  expect(page.text).toContain('Sign in with Staff login')
  return passProvider(browser, await browser.open('/realms/demo/sign-in/provider'), change)
}

async function passProvider(
  browser: SignInBrowser,
  { url }: { readonly url: URL },
  change: (back: URL) => void = () => undefined,
) {
  const cookies = new Map<string, string>()
  for (let hops = 0; url.origin === issuer && hops < 6; hops += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? '', url)
  }
  change(url)
  return browser.open(url)
}

const invite = async (email: string) => {
  const invited = await fixture.identity.users.invite(
    {
      merchantId: 'm-1',
      email,
      name: 'Ada',
      roles: ['owner'],
    },
    AT_SERVER,
  )
  if (!invited.ok) throw new Error(invited.refusal)
  return invited.value.user.id
}

const loginOf = async ({ url }: { readonly url: URL }) =>
  fixture.identity.portalLogin?.redeemCode({
    code: String(url.searchParams.get('code')),
    codeVerifier: fixture.pkce.verifier,
    nonce: 'the-nonce',
  })

describe('a sign-in at a foreign provider', () => {
  it('signs in the user here with the same verified address', async () => {
    const userId = await invite('ada@shop.example')
    const back = await signInThere(fixture.browser())
    expect(errors).toEqual([])
    expect(back.status).toBe(303)
    expect(await loginOf(back)).toMatchObject({ userId, methods: ['fed'] })
    expect(await fixture.identity.users.find(userId)).toMatchObject({ activatedAtMs: expect.any(Number) })
  })

  it('identifies the user by the account from then on, not by the address', async () => {
    account = { sub: 'p-1', email: 'ada.new@shop.example', email_verified: true }
    expect((await signInThere(fixture.browser())).status).toBe(303)
    // The address went to another person.
    account = { sub: 'p-2', email: 'ada@shop.example', email_verified: true }
    expect((await signInThere(fixture.browser())).status).toBe(403)
  })

  it.each([
    ['whose address is not verified', { sub: 'p-3', email: 'bob@shop.example', email_verified: false }],
    ['that was not invited', { sub: 'p-4', email: 'eve@shop.example', email_verified: true }],
  ])('is refused for an account %s', async (_, given) => {
    account = given
    if (given.sub === 'p-3') await invite('bob@shop.example')
    const page = await signInThere(fixture.browser())
    expect(page.status).toBe(403)
    expect(page.text).toContain('Your account at Staff login has no access here.')
    expect(page.text).toContain('name="password"')
  })

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x')],
    ['another code', (url: URL) => url.searchParams.set('code', 'x')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ])('is refused with %s', async (_, change) => {
    account = { sub: 'p-1', email: 'ada@shop.example', email_verified: true }
    const page = await signInThere(fixture.browser(), change)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('did not confirm your identity')])
  })

  it('is refused in a browser that did not begin it', async () => {
    account = { sub: 'p-1', email: 'ada@shop.example', email_verified: true }
    const victim = fixture.browser()
    let returned = ''
    await signInThere(fixture.browser(), (url) => {
      returned = url.href
      url.searchParams.set('code', 'x')
    })
    expect((await victim.open(returned)).status).toBe(400)
    await victim.open(fixture.authorizationUrl())
    expect((await victim.open(returned)).status).toBe(400)
  })

  it('requires a new sign-in if the roles here changed after the one there', async () => {
    account = { sub: 'p-1', email: 'ada@shop.example', email_verified: true }
    const browser = fixture.browser()
    const userId = (await loginOf(await signInThere(browser)))?.userId ?? ''
    fixture.advance(600_000)
    await fixture.records.users.setPasswordHash(userId, 'another', fixture.now())
    const asked = await signInThere(browser)
    expect([asked.status, asked.url.searchParams.get('prompt')]).toEqual([303, 'login'])
    // A provider that returns the same sign-in is refused with a message, and not redirected to again and again.
    const refused = await passProvider(browser, asked)
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('did not confirm your identity')
  })

  it('begins again for a user who returns with the Back button', async () => {
    const browser = fixture.browser()
    await browser.open(fixture.authorizationUrl())
    await browser.open('/realms/demo/sign-in/provider')
    const page = await browser.open('/realms/demo/sign-in')
    expect(page.text).toContain('name="password"')
    const typed = await page.submit('password', { email: 'x@shop.example', password: 'not the password' })
    expect([typed.status, typed.text]).toEqual([401, expect.not.stringContaining('has ended')])
  })
})
