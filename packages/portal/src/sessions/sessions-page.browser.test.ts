import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import './sessions-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal } from '../testing/mount.ts'
import type { OpenSession } from './sessions-table.ts'

const CURRENT: OpenSession = {
  id: 'one',
  kind: 'BROWSER',
  name: null,
  address: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  started_at: '2026-11-29T00:00:00Z',
  last_used_at: '2026-11-30T00:00:00Z',
  is_current: true,
}
const OTHER: OpenSession = { ...CURRENT, id: 'two', name: 'sluice-gateway on laptop', is_current: false }

const mountSessions = (
  sessions: readonly OpenSession[],
  answers: NonNullable<Parameters<typeof mount>[1]>['answers'] = {},
) =>
  mount(html`<portal-sessions-page></portal-sessions-page>`, {
    answers: { 'GET /sessions': { data: sessions }, ...answers },
  })

describe('the page of sessions', () => {
  it('ends another session, and never the current one', async () => {
    const portal = mountSessions([CURRENT, OTHER], { 'DELETE /sessions/two': {} })
    await expect.element(page.getByRole('row', { name: 'Chrome, Linux' })).toMatchTextContent(/This session/)
    await expectAccessible()
    expect(page.getByRole('row', { name: 'Chrome, Linux' }).getByRole('button').elements()).toEqual([])
    portal.answer({ 'GET /sessions': { data: [CURRENT] } })
    await page.getByRole('button', { name: 'End sluice-gateway on laptop' }).click()
    await expect.element(page.getByText('sluice-gateway on laptop')).not.toBeInTheDocument()
    expect(portal.said).toEqual(['Session ended.'])
  })

  it('ends all others', async () => {
    const portal = mountSessions([CURRENT, OTHER], { 'DELETE /sessions': {} })
    await page.getByRole('button', { name: 'End all others' }).click()
    await expect.poll(() => portal.said).toEqual(['All other sessions ended.'])
  })

  it('shows why a session did not end', async () => {
    mountSessions([CURRENT, OTHER], { 'DELETE /sessions/two': refusal(503) })
    await page.getByRole('button', { name: 'End sluice-gateway on laptop' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })

  it('offers nothing to end if there is only one session', async () => {
    mountSessions([CURRENT])
    await expect.element(page.getByText('This session')).toBeVisible()
    expect(page.getByRole('button').elements()).toEqual([])
  })

  it('links people with a password to their sign-in', async () => {
    mountSessions([CURRENT])
    await expect
      .element(page.getByRole('link', { name: 'Add a passkey' }))
      .toHaveAttribute('href', '/portal/login?change=passkey')
  })

  it('shows why the sessions could not be loaded', async () => {
    mountSessions([], { 'GET /sessions': refusal(503) })
    await expect.element(page.getByRole('alert')).toBeVisible()
  })
})
