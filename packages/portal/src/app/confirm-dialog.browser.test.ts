import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { field } from '../design/field.ts'
import { mount, refusal } from '../testing/mount.ts'
import { ask } from './ask.ts'
import './confirm-dialog.ts'
import type { ConfirmDialog, DialogContent } from './confirm-dialog.ts'

type Request = { readonly kind: 'create' } | { readonly kind: 'secret'; readonly secret: string }

function content(request: Request, problemOf: (name: string) => string | null): DialogContent<Request> {
  if (request.kind === 'secret')
    return { heading: 'Copy the secret', body: html`<code>${request.secret}</code>` }
  return {
    heading: 'Create a key',
    body: field({
      id: 'name',
      label: 'Name',
      problem: problemOf('name'),
      control: ({ id, describedBy, invalid }) =>
        html`<input id=${id} name="name" aria-describedby=${describedBy} aria-invalid=${invalid} />`,
    }),
    confirm: {
      label: 'Create',
      async send(data, key) {
        const { secret } = await ask<{ secret: string }>('/keys', {
          method: 'POST',
          key,
          body: { name: data.get('name') },
        })
        return { kind: 'secret', secret }
      },
    },
  }
}

async function open(answers: Parameters<typeof mount>[1]) {
  const portal = mount(html`<portal-confirm-dialog .content=${content}></portal-confirm-dialog>`, answers)
  const element = document.querySelector('portal-confirm-dialog') as ConfirmDialog<Request>
  await element.open({ kind: 'create' })
  const keys = () => portal.requests.map(({ key }) => key)
  return { portal, element, keys, create: page.getByRole('button', { name: 'Create' }) }
}

describe('<portal-confirm-dialog>', () => {
  it('sends the form and shows the result, until it is closed', async () => {
    const { portal, create } = await open({ answers: { 'POST /keys': { secret: 'sk_test' } } })
    await userEvent.fill(page.getByLabelText('Name'), 'Shop')
    await create.click()
    await expect.element(page.getByRole('dialog', { name: 'Copy the secret' })).toBeVisible()
    await expect.element(page.getByText('sk_test')).toBeVisible()
    expect(portal.requests[0]?.body).toEqual({ name: 'Shop' })
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByText('sk_test')).not.toBeInTheDocument()
  })

  it('marks the field that the gateway rejects, and focuses it', async () => {
    const { create } = await open({
      answers: { 'POST /keys': refusal(422, { errors: [{ property: 'name', message: 'is taken' }] }) },
    })
    await create.click()
    await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription('Name is taken.')
    await expect.element(page.getByLabelText('Name')).toHaveFocus()
  })

  it.each([
    [503, true],
    [403, false],
  ])('after status %i the next attempt has the same key: %s', async (status, isSame) => {
    const { create, keys } = await open({ answers: { 'POST /keys': refusal(status) } })
    await create.click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await create.click()
    await expect.poll(() => keys().length).toBe(2)
    expect(keys()[0] === keys()[1]).toBe(isSame)
  })

  it('sends what was changed after an unknown outcome with another key', async () => {
    const { create, keys } = await open({ answers: { 'POST /keys': refusal(503) } })
    await create.click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.fill(page.getByLabelText('Name'), 'Till')
    await create.click()
    await expect.poll(() => new Set(keys()).size).toBe(2)
  })

  it('closes without sending', async () => {
    const { keys } = await open({})
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(keys()).toEqual([])
  })

  it('sends once while the first request is unanswered', async () => {
    let answer = (_: Response): void => undefined
    const pending = new Promise<Response>((resolve) => (answer = resolve))
    const { create, keys } = await open({ answers: { 'POST /keys': () => pending } })
    await create.click()
    await create.click()
    answer(Response.json({ secret: 'sk_test' }))
    await expect.element(page.getByText('sk_test')).toBeVisible()
    expect(keys()).toHaveLength(1)
  })

  it('shows a secret that arrives after the dialog was closed', async () => {
    const { element } = await open({})
    element.close()
    await element.show({ kind: 'secret', secret: 'sk_late' })
    await expect.element(page.getByText('sk_late')).toBeVisible()
  })
})
