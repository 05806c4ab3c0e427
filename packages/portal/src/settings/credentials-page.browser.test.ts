import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './credentials-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal } from '../testing/mount.ts'
import { watchDownloads } from '../testing/watch-downloads.ts'
import type { Client } from './clients-table.ts'

const CLIENT: Client = {
  client_id: 'shop-1',
  status: 'ACTIVE',
  roles: ['merchant'],
  operators_roles: [],
  created_at: '2026-11-01T00:00:00Z',
  has_two_secrets: false,
  old_secret_until: null,
  public_keys: 0,
}
const KEYS = { keys: [{ alg: 'HPKE', kid: 'key-1', nbf: 1_700_000_000, exp: 1_900_000_000 }] }

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name })

const mountClients = (
  clients: readonly Client[],
  answers: NonNullable<Parameters<typeof mount>[1]>['answers'] = {},
) =>
  mount(html`<portal-credentials-page></portal-credentials-page>`, {
    answers: {
      'GET /clients': { managed_by: 'PORTAL', data: clients },
      'GET /api/encryption-keys': KEYS,
      ...answers,
    },
  })

describe('the page of credentials', () => {
  it('creates a client and shows its secret once', async () => {
    const portal = mountClients([CLIENT], {
      'POST /clients': { client_id: 'till-2', client_secret: 'secret-2' },
    })
    await expect.element(page.getByRole('cell', { name: 'One secret' })).toBeVisible()
    await expect.element(page.getByText('HPKE')).toBeVisible()
    await expectAccessible()
    await button('New client…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'till')
    await expectAccessible()
    await dialog().getByRole('button', { name: 'Create client' }).click()
    await expect.element(dialog().getByText('secret-2')).toBeVisible()
    expect(portal.requests.find(({ name }) => name === 'POST /clients')?.body).toEqual({
      name: 'till',
      roles: ['merchant'],
    })
    await dialog().getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByText('secret-2')).not.toBeInTheDocument()
  })

  it('creates no client without a permission', async () => {
    const portal = mountClients([CLIENT])
    await button('New client…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'till')
    await dialog().getByLabelText('All permissions below').click()
    await dialog().getByRole('button', { name: 'Create client' }).click()
    await expect.element(dialog()).toMatchTextContent('Select at least one permission.')
    expect(portal.requests.some(({ name }) => name === 'POST /clients')).toBe(false)
  })

  it('rotates a secret', async () => {
    const portal = mountClients([CLIENT], {
      'POST /clients/shop-1/rotate': {
        client_id: 'shop-1',
        client_secret: 'fresh',
        old_secret_until: '2026-12-01T00:00:00Z',
      },
    })
    await button('Rotate secret…').click()
    await dialog().getByLabelText('Old secret expires').selectOptions('in one hour')
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    await expect.element(dialog().getByText('The old secret is valid until')).toBeVisible()
    expect(portal.requests.find(({ name }) => name.endsWith('/rotate'))?.body).toEqual({
      old_secret_hours: 1,
    })
  })

  it.each([
    ['Revoke…', 'Revoke client', 'revoke', false, 'Client revoked.'],
    ['Revoke old secret…', 'Revoke old secret', 'end-old-secret', true, 'Old secret revoked.'],
  ])('asks before %s', async (open, confirm, path, hasTwo, said) => {
    const portal = mountClients([{ ...CLIENT, has_two_secrets: hasTwo }], {
      [`POST /clients/shop-1/${path}`]: {},
    })
    await button(open).click()
    await dialog().getByRole('button', { name: confirm }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(portal.said).toEqual([said])
  })

  it('shows who rotates the secret of a client whose permission the operator grants, unless it is revoked', async () => {
    const operated = { ...CLIENT, operators_roles: ['proxy'] }
    mountClients([operated, { ...operated, client_id: 'shop-2', status: 'INACTIVE' }])
    const row = (name: string) => page.getByRole('row', { name })
    await expect.element(row('shop-1')).toMatchTextContent(/Ask the operator to rotate its secret/)
    await expect.element(button('Revoke… shop-1')).toBeVisible()
    expect(button('Rotate secret…').elements()).toEqual([])
    await expect.element(row('shop-2')).not.toMatchTextContent(/Ask the operator/)
  })

  it('shows why a client was not revoked', async () => {
    mountClients([CLIENT], { 'POST /clients/shop-1/revoke': refusal(403) })
    await button('Revoke…').click()
    await dialog().getByRole('button', { name: 'Revoke client' }).click()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent('Your role does not allow this.')
  })

  it('explains what a client is when there is none', async () => {
    mountClients([])
    await expect.element(page.getByRole('heading', { name: 'No API clients yet' })).toBeVisible()
    await expect.element(button('New client…')).toBeVisible()
    await expectAccessible()
  })

  it('shows why the clients could not be loaded', async () => {
    mountClients([], { 'GET /clients': refusal(503) })
    await expect.element(page.getByRole('alert')).toBeVisible()
  })

  it('shows why the encryption keys could not be loaded, and shows the clients', async () => {
    mountClients([CLIENT], { 'GET /api/encryption-keys': refusal(503) })
    await expect
      .element(page.getByRole('region', { name: 'Encryption keys' }).getByRole('alert'))
      .toMatchTextContent(/cannot be reached/)
    await expect.element(page.getByRole('cell', { name: 'One secret' })).toBeVisible()
  })

  it('saves the configuration file', async () => {
    const saved = watchDownloads()
    mountClients([], { 'GET /settings/export': new Response('merchants: []') })
    await button('Download file').click()
    await expect.poll(() => saved).toEqual(['sluice.yaml'])
  })

  it('shows why the configuration file was not saved', async () => {
    const portal = mountClients([CLIENT], { 'GET /settings/export': refusal(503) })
    await button('Download file').click()
    await expect.poll(() => portal.said).toEqual([expect.stringMatching(/cannot be reached/)])
  })
})
