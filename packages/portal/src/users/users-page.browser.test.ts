import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './trail-page.ts'
import './users-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, refusal } from '../testing/mount.ts'
import type { User } from './users-table.ts'

const ADA: User = {
  id: 'ada',
  email: 'ada@shop.example',
  name: 'Ada',
  roles: ['owner'],
  status: 'ACTIVE',
  waits_until: null,
  has_second_factor: true,
}
const LINK = { url: 'https://portal.example/#link=abc', good_from: null, expires_at: '2026-12-01T00:00:00Z' }

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name })
const inDialog = (name: string) => dialog().getByRole('button', { name })

const mountUsers = (
  users: readonly User[],
  answers: NonNullable<Parameters<typeof mount>[1]>['answers'] = {},
) =>
  mount(html`<portal-users-page></portal-users-page>`, {
    answers: { 'GET /users': { data: users }, ...answers },
  })

describe('the page of users', () => {
  it('invites a colleague with read access, and shows the link', async () => {
    const portal = mountUsers([ADA], { 'POST /users': LINK })
    await expect.element(page.getByRole('row', { name: 'Ada' })).toBeVisible()
    await expectAccessible()
    await button('Invite…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'Rhea')
    await userEvent.fill(dialog().getByLabelText('Email'), 'rhea@shop.example')
    await expectAccessible()
    await inDialog('Create invitation').click()
    await expect.element(dialog().getByText(LINK.url)).toBeVisible()
    expect(portal.requests.find(({ name }) => name === 'POST /users')?.body).toEqual({
      name: 'Rhea',
      email: 'rhea@shop.example',
      roles: ['support'],
    })
  })

  it('invites nobody without a role', async () => {
    const portal = mountUsers([ADA])
    await button('Invite…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'Rhea')
    await userEvent.fill(dialog().getByLabelText('Email'), 'rhea@shop.example')
    await dialog().getByLabelText('Support').click()
    await inDialog('Create invitation').click()
    await expect.element(dialog()).toMatchTextContent('Select at least one role.')
    expect(portal.requests.some(({ name }) => name === 'POST /users')).toBe(false)
  })

  it.each([
    ['name', () => dialog().getByLabelText('Name')],
    ['email', () => dialog().getByLabelText('Email')],
    ['roles', () => dialog().getByRole('group')],
  ])('shows the problem of %s where it is asked for', async (property, place) => {
    mountUsers([ADA], { 'POST /users': refusal(422, { errors: [{ property, message: 'is not known' }] }) })
    await button('Invite…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'Rhea')
    await userEvent.fill(dialog().getByLabelText('Email'), 'rhea@shop.example')
    await inDialog('Create invitation').click()
    await expect.element(place()).toHaveAccessibleDescription(/is not known/)
  })

  it('changes roles, and asks for at least one', async () => {
    const portal = mountUsers([ADA], { 'POST /users/ada/roles': {} })
    await button('Change… Ada').click()
    await dialog().getByLabelText('Owner').click()
    await inDialog('Save roles').click()
    await expect
      .element(dialog().getByRole('group'))
      .toHaveAccessibleDescription(/Select at least one role\./)
    await dialog().getByLabelText('Finance').click()
    await inDialog('Save roles').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(portal.requests.find(({ name }) => name === 'POST /users/ada/roles')?.body).toEqual({
      roles: ['finance'],
    })
  })

  it('saves the roles when Enter is pressed, and removes nobody', async () => {
    const portal = mountUsers([ADA], { 'POST /users/ada/roles': {} })
    await button('Change… Ada').click()
    await dialog().getByLabelText('Finance').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => portal.said).toEqual(['Roles changed. The person has to sign in again.'])
  })

  it('removes a person', async () => {
    const portal = mountUsers([ADA], { 'DELETE /users/ada': {} })
    await button('Change… Ada').click()
    await inDialog('Remove').click()
    await expect.poll(() => portal.said).toEqual(['User removed.'])
  })

  it('resets a sign-in, and shows the link', async () => {
    mountUsers([ADA], { 'POST /users/ada/reset': LINK })
    await button('Change… Ada').click()
    await inDialog('Reset sign-in').click()
    await expect.element(dialog().getByText(LINK.url)).toBeVisible()
  })

  it('shows the sessions of a person, and ends them', async () => {
    const portal = mountUsers([ADA], {
      'GET /users/ada/sessions': { data: [] },
      'DELETE /users/ada/sessions': {},
    })
    await button('Change… Ada').click()
    await inDialog('Sessions…').click()
    const sessions = page.getByRole('dialog', { name: 'Sessions of Ada' })
    await expect.element(sessions).toMatchTextContent('This person is not signed in anywhere.')
    expect(sessions.getByRole('table').elements()).toEqual([])
    await inDialog('End all sessions').click()
    await expect.poll(() => portal.said).toEqual(['All sessions of Ada ended.'])
  })

  it.each([
    ['Confirm', 'confirm', 'The link is valid now.'],
    ['Cancel the link', 'cancel', 'Link canceled.'],
  ])('lets an owner press %s for a link on hold', async (label, way, said) => {
    const portal = mountUsers([{ ...ADA, waits_until: '2026-12-01T00:00:00Z' }], {
      [`POST /users/ada/${way}`]: {},
    })
    await button('Confirm or cancel… Ada').click()
    await inDialog(label).click()
    await expect.poll(() => portal.said).toEqual([said])
  })

  it('shows why an invitation failed', async () => {
    mountUsers([ADA], { 'POST /users': refusal(403) })
    await button('Invite…').click()
    await userEvent.fill(dialog().getByLabelText('Name'), 'Rhea')
    await userEvent.fill(dialog().getByLabelText('Email'), 'rhea@shop.example')
    await inDialog('Create invitation').click()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent('Your role does not allow this.')
  })

  it('offers no change of the person who came by a link', async () => {
    mountUsers([{ ...ADA, status: 'LINK', email: null }])
    await expect.element(page.getByText('Signed in by link')).toBeVisible()
    expect(button('Change…').elements()).toEqual([])
  })

  it('explains how users are added', async () => {
    mountUsers([])
    await expect.element(page.getByRole('heading', { name: 'No users yet' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'View all changes' }))
      .toHaveAttribute('href', '/trail')
    await expectAccessible()
  })

  it('shows why the users could not be loaded', async () => {
    mountUsers([], { 'GET /users': refusal(503) })
    await expect.element(page.getByRole('alert')).toBeVisible()
  })
})

describe('the page of changes to users', () => {
  const mountTrail = (answer: object, cursor: string | null = null) =>
    mount(html`<portal-trail-page .cursor=${cursor}></portal-trail-page>`, {
      answers: { 'GET /users/trail': answer },
    })

  it('lists who did what, with links to older and newest entries', async () => {
    const portal = mountTrail(
      {
        data: [
          {
            id: '1',
            at: '2026-11-30T00:00:00Z',
            action: 'user.invite',
            by: null,
            about: 'Ada',
            roles: 'owner,support',
            reason: null,
          },
        ],
        next_cursor: 'older',
      },
      'here',
    )
    const row = page.getByRole('row', { name: /Invited/ })
    await expect.element(row).toMatchTextContent(/Owner, Support/)
    await expect.element(row).toMatchTextContent(/The operator of the service/)
    expect(portal.requests[0]?.query.get('cursor')).toBe('here')
    await expect
      .element(page.getByRole('link', { name: 'Older' }))
      .toHaveAttribute('href', '/trail?cursor=older')
    await expect.element(page.getByRole('link', { name: 'Newest' })).toBeVisible()
    await expectAccessible()
  })

  it('shows that there is nothing yet, or nothing in this part', async () => {
    mountTrail({ data: [], next_cursor: null })
    await expect.element(page.getByRole('heading', { name: 'No changes yet' })).toBeVisible()
    await expectAccessible()
  })

  it('links to older entries where a part has none', async () => {
    mountTrail({ data: [], next_cursor: 'older' })
    await expect.element(page.getByText('No changes in this part of the audit trail.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Older' })).toBeVisible()
  })

  it('shows why it could not be loaded', async () => {
    mountTrail(refusal(503))
    await expect.element(page.getByRole('alert')).toBeVisible()
  })
})
