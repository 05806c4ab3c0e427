import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { callPortal, OWN_PAGE } from '../../gateway/test/at-portal.ts'
import { openPortalSession } from '../../gateway/test/portal-session.ts'
import { runCommand } from './run-command.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

const WAIT = { timeout: 60_000 }

describe('sluice-gateway login', () => {
  let gateway: TestGateway
  let folder: string
  beforeEach(async () => {
    gateway = await startTestGateway()
    folder = mkdtempSync(join(tmpdir(), 'sluice-login-'))
    vi.stubEnv('XDG_CONFIG_HOME', folder)
    vi.stubEnv('SLUICE_PORTAL_URL', undefined)
    vi.stubEnv('SLUICE_CLIENT_ID', undefined)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await gateway.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const portalUrl = () => gateway.app.addresses().portalUrl
  // No demo.env stands there.
  const run = (...argv: readonly string[]) => runCommand([...argv, '--data', join(folder, 'none')])
  const logins = () => join(folder, 'sluice', 'logins')

  async function login(deed: 'approve' | 'deny', role: 'owner' | 'support' = 'support') {
    const ended = runCommand(['login', '--portal', portalUrl(), '--json'])
    const findCode = async () =>
      (await gateway.books.query('select user_code from portal_devices'))[0]?.['user_code']
    await expect.poll(findCode, WAIT).toBeDefined()
    const cookie = await openPortalSession(gateway, gateway.ready.merchant_id, [role])
    await callPortal(gateway, `/portal/devices/${String(await findCode())}/${deed}`, {
      method: 'POST',
      headers: { ...OWN_PAGE, cookie, 'idempotency-key': 'answer' },
    })
    return ended
  }

  it('stores a session that the other commands use, with the rights of the person, until logout', async () => {
    const paid = (await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })).transaction
    const signedIn = await login('approve')
    expect(signedIn.code, signedIn.stderr).toBe(0)
    expect(signedIn.stderr).toMatch(/\/devices\/[B-Z]{4}-[B-Z]{4}\n/)
    const { file, ...shown } = JSON.parse(signedIn.stdout) as { readonly file: string }
    expect(shown).toMatchObject({
      portal_url: portalUrl(),
      user: { roles: ['support'] },
      environment: 'test',
    })
    expect([statSync(file).mode & 0o777, statSync(logins()).mode & 0o777]).toEqual([0o600, 0o700])
    const { token } = JSON.parse(readFileSync(file, 'utf8')) as { readonly token: string }
    expect(signedIn.stdout + signedIn.stderr).not.toContain(token)

    const listed = await run('payments', 'list', '--json')
    expect(listed.code, listed.stderr).toBe(0)
    expect(listed.stdout).toContain(paid.id)
    const refund = await run('payments', 'refund', paid.id)
    expect([refund.code, refund.stdout]).toEqual([1, ''])
    expect((await run('export')).code).toBe(1)
    const trigger = await run('trigger', 'NO_3DS')
    expect([trigger.code, trigger.stderr]).toEqual([1, expect.stringContaining('credentials of a client')])

    chmodSync(file, 0o644)
    expect((await run('payments', 'list')).stderr).toContain('Others on this machine can read')
    // Follows the advice of that refusal.
    expect(await runCommand(['logout'])).toMatchObject({ code: 0, stdout: `${portalUrl()}\n` })
    expect(readdirSync(logins())).toEqual([])
    expect((await run('payments', 'list')).stderr).toContain('sluice-gateway login')
    const headers = { authorization: `Bearer ${token}` }
    expect((await callPortal(gateway, '/portal/session', { headers })).status).toBe(401)
  })

  it('lets an owner export the settings, and reports when the session has ended', async () => {
    expect((await login('approve', 'owner')).code).toBe(0)
    const exported = await run('export')
    expect(exported.code, exported.stderr).toBe(0)
    expect(exported.stdout).toContain('merchants:')
    const [name = ''] = readdirSync(logins())
    const { token } = JSON.parse(readFileSync(join(logins(), name), 'utf8')) as { readonly token: string }
    const headers = { authorization: `Bearer ${token}` }
    await callPortal(gateway, '/portal/session', { method: 'DELETE', headers })
    const ended = await run('payments', 'list')
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('has ended. Sign in again')])
  })

  it('lets an owner register hosts for programs, and reports what is wrong with one', async () => {
    expect((await login('approve', 'owner')).code).toBe(0)
    expect((await run('webhooks', 'set-hosts', 'hooks.shop.example,*.shop.example')).stdout).toBe(
      'hooks.shop.example\n*.shop.example\n',
    )
    expect((await run('webhooks', 'hosts', '--json')).stdout).toBe(
      '["hooks.shop.example","*.shop.example"]\n',
    )
    const wrong = await run('webhooks', 'set-hosts', 'https://shop.example')
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toContain('webhook_hosts[0]')
    expect(await run('webhooks', 'set-hosts', 'none')).toMatchObject({ code: 0, stdout: '' })
  })

  it('lists the sessions of the person, and ends those that are named', async () => {
    expect((await login('approve')).code).toBe(0)
    const listed = await run('sessions', 'list', '--json')
    expect(listed.code, listed.stderr).toBe(0)
    const sessions = JSON.parse(listed.stdout) as readonly { id: string; kind: string; is_current: boolean }[]
    expect(sessions.map(({ kind }) => kind).sort()).toEqual(['BROWSER', 'DEVICE'])
    expect((await run('sessions', 'list')).stdout).toContain('this session')
    const browser = sessions.find(({ kind }) => kind === 'BROWSER')
    expect(await run('sessions', 'end', browser?.id ?? '')).toMatchObject({ code: 0, stdout: '' })
    const again = await run('sessions', 'end', browser?.id ?? '')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('There is no open session')])
    expect((await run('sessions', 'end-others')).code).toBe(0)
    expect(JSON.parse((await run('sessions', 'list', '--json')).stdout)).toHaveLength(1)
  })

  it('stores nothing when it is denied', async () => {
    const denied = await login('deny')
    expect([denied.code, denied.stdout]).toEqual([1, ''])
    expect(denied.stderr).toContain('was denied')
    expect(() => readdirSync(logins())).toThrow('ENOENT')
  })

  it.each([
    [[], 2, 'Set --portal'],
    [['--portal', 'portal'], 2, 'is not a valid URL'],
    [['--portal', 'http://portal.example.com'], 2, 'is not encrypted'],
    [['--portal', 'http://127.0.0.1:9'], 3, 'No portal responds'],
  ])('%j is refused', async (options, code, problem) => {
    const ended = await runCommand(['login', ...options])
    expect([ended.code, ended.stdout]).toEqual([code, ''])
    expect(ended.stderr).toContain(problem)
  })
})
