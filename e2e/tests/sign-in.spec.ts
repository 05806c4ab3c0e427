import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SandboxCredentials } from '@sluice/types'
import { type CDPSession, expect, type Page, test as base } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

import { startProgram } from '../fixtures/program.ts'
import { expectNoViolations } from '../models/axe.ts'
import { tabTo } from '../models/keyboard.ts'
import { expectToFitPhone } from '../models/phone.ts'

// People who sign in to the portal, in a browser: by password, authenticator app and passkey.

const PASSWORD = 'plenty of hens, 7 of them'
const VERIFIER = 'v'.repeat(43)
const PROGRAM = 'packages/cli/dist/main.js'

interface SignIn {
  readonly portalUrl: string
  /** Begins a sign-in, for a change of the user's own if one is named. */
  address(action?: string): string
  /** A new user who was invited, and the link. */
  invite(email: string): Promise<string>
}

const test = base.extend<object, { signIn: SignIn }>({
  signIn: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const data = mkdtempSync(join(tmpdir(), 'sluice-e2e-'))
      const start = (port: string) =>
        startProgram<SandboxCredentials & { readonly portal_url: string }>(
          [PROGRAM, 'start', '--port', port, '--data', data, '--json'],
          {},
        )
      // The embedded database belongs to one process, so all are invited before the gateway serves.
      const first = await start('0')
      const { ready } = first
      await first.stop()
      const links = new Map<string, string>()
      for (const name of ['ada', 'grace', 'edith'])
        links.set(`${name}@shop.example`, await inviteByCommand(data, ready, `${name}@shop.example`))
      const program = await start(new URL(ready.base_url).port)
      const portalUrl = ready.portal_url
      await use({
        portalUrl,
        address(action) {
          const url = new URL(`${portalUrl}/realms/${ready.realm}/protocol/openid-connect/auth`)
          const members = {
            response_type: 'code',
            client_id: 'portal',
            redirect_uri: `${portalUrl}/portal/callback`,
            scope: 'openid',
            state: 'the-state',
            code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
            code_challenge_method: 'S256',
            ...(action === undefined ? {} : { kc_action: action }),
          }
          for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value)
          return url.href
        },
        invite: (email) => Promise.resolve(links.get(email) ?? ''),
      })
      await program.stop()
      rmSync(data, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

async function inviteByCommand(data: string, ready: SandboxCredentials, email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      PROGRAM,
      'users',
      'invite',
      email,
      '--name',
      'Ada Lovelace',
      '--merchant',
      ready.merchant_id,
      '--json',
      '--data',
      data,
    ],
    { env: { ...process.env, SLUICE_PORT: new URL(ready.base_url).port } },
  )
  return (JSON.parse(stdout) as { readonly url: string }).url
}

/** The codes that the portal was given; what it makes of them is no part of this. */
function watchReturns(page: Page): { readonly codes: string[] } {
  const codes: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const code = pathname === '/portal/callback' ? searchParams.get('code') : null
    if (code !== null) codes.push(code)
  })
  return { codes }
}

/** A page that is still loading, where a sign-in before has ended, may end this navigation once. */
const go = (page: Page, address: string) => expect(() => page.goto(address)).toPass()

async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password').fill(PASSWORD)
  const begun = page.waitForRequest(/\/portal\/login$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await begun
}

async function giveAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

test('a passkey is added after a sign-in, and signs in without a password from then on', async ({
  page,
  signIn,
}) => {
  const { codes } = watchReturns(page)
  await acceptInvitation(page, await signIn.invite('ada@shop.example'))
  await giveAuthenticator(page)

  await go(page, signIn.address('webauthn-register'))
  await page.getByLabel('Email address').fill('ada@shop.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => codes.length).toBe(1)

  await go(page, signIn.address())
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(() => codes.length).toBe(2)

  // The password alone is no longer enough.
  await go(page, signIn.address())
  await page.getByLabel('Email address').fill('ada@shop.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect.poll(() => codes.length).toBe(3)
})

test('an authenticator app is set up and used with only the keyboard', async ({ page, signIn }) => {
  const { codes } = watchReturns(page)
  const { keyboard } = page
  await acceptInvitation(page, await signIn.invite('grace@shop.example'))
  await go(page, signIn.address('CONFIGURE_TOTP'))
  await tabTo(page, page.getByLabel('Email address'))
  await keyboard.type('grace@shop.example')
  await tabTo(page, page.getByLabel('Password'))
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible()
  await expectNoViolations(page)
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  await tabTo(page, page.getByLabel('Code from the app'))
  await keyboard.type(totp.generate())
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const [recovery = ''] = await page.locator('.codes code').allInnerTexts()
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await keyboard.press('Enter')
  await expect.poll(() => codes.length).toBe(1)

  await go(page, signIn.address())
  await page.getByLabel('Email address').fill('grace@shop.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await keyboard.press('Enter')
  await page.getByLabel('Code').fill('000000')
  await keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The code is wrong or has already been used.')
  await expectNoViolations(page)
  await page.getByLabel('Code').fill(recovery.toLowerCase())
  await keyboard.press('Enter')
  await expect.poll(() => codes.length).toBe(2)
})

test('the pages fit a phone of 320 px and pass axe, light and dark', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text())
  })
  await page.goto(await signIn.invite('edith@shop.example'))
  await expectToFitPhone(page, 'sign-in-invitation')
  await go(page, signIn.address())
  await expectToFitPhone(page, 'sign-in-begin')
  await page.getByLabel('Email address').fill('nobody@shop.example')
  await page.getByLabel('Password').fill('not the password 1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.')
  await expectToFitPhone(page, 'sign-in-wrong')
  expect(complaints).toEqual([])
})
