import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './checkout-sessions-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const SESSION = {
  id: 's-1',
  reference: 'order-1001',
  status: 'CREATED',
  amount: 1_850,
  currency: 'EUR',
  description: 'Harbour mug',
  terminal_id: 'T00000000001',
  customer: null,
  revision: 1,
  transaction_id: null,
}
const FIND = 'GET /api/sessions/s-1'
const CHANGE = 'PATCH /api/sessions/s-1'
const CANCEL = 'POST /api/sessions/s-1/cancel'

async function find(answers: NonNullable<MountOptions['answers']>, actions?: readonly string[]) {
  const options = actions === undefined ? { answers } : { answers, actions }
  const portal = mount(html`<portal-checkout-sessions-page></portal-checkout-sessions-page>`, options)
  await userEvent.fill(page.getByLabelText('Session ID'), 's-1')
  await userEvent.keyboard('{Enter}')
  return portal
}

describe('the page of checkout sessions', () => {
  const found = page.getByRole('region', { name: 'Session of order-1001' })
  const dialog = page.getByRole('dialog')

  it('finds a session by its id', async () => {
    await find({ [FIND]: SESSION })
    await expect.element(found).toMatchTextContent(/Amount\s*EUR 18\.50/)
    await expectAccessible()
  })

  it('shows that the session does not exist', async () => {
    await find({ [FIND]: refusal(404) })
    await expect.element(page.getByRole('alert')).toMatchTextContent('Unknown session ID')
    await expect.element(found).not.toBeInTheDocument()
  })

  it('shows why the session cannot be found', async () => {
    await find({ [FIND]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })

  it('changes the amount, and rejects an invalid one', async () => {
    const portal = await find({ [FIND]: SESSION, [CHANGE]: { ...SESSION, amount: 2_500 } })
    await found.getByRole('button', { name: 'Edit…' }).click()
    await userEvent.fill(dialog.getByLabelText('Amount in EUR'), 'a lot')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent('Enter an amount in EUR')
    await expectAccessible()
    await userEvent.fill(dialog.getByLabelText('Amount in EUR'), '25,00')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect.element(found).toMatchTextContent('EUR 25.00')
    expect(portal.said).toEqual(['Session saved.'])
    expect(portal.requests.at(-1)?.body).toEqual({ amount: 2_500 })
  })

  it('shows a problem at its field, and a conflict in words', async () => {
    const problem = { errors: [{ property: 'description', message: 'is required' }] }
    const portal = await find({ [FIND]: SESSION, [CHANGE]: refusal(422, problem) })
    await found.getByRole('button', { name: 'Edit…' }).click()
    await userEvent.fill(dialog.getByLabelText('Description'), '')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog.getByLabelText('Description').element().matches(':focus')).toBe(true)
    await expect.element(dialog).toMatchTextContent('Description is required.')
    portal.answer({ [CHANGE]: refusal(409, { status: 'CANCELED' }) })
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('has ended in the meantime (Canceled)')
  })

  it('cancels a session', async () => {
    const portal = await find({ [FIND]: SESSION, [CANCEL]: { ...SESSION, status: 'CANCELED' } })
    await found.getByRole('button', { name: 'Cancel session…' }).click()
    await dialog.getByRole('button', { name: 'Cancel session' }).click()
    await expect.element(found.getByText('Canceled')).toBeVisible()
    expect(portal.said).toEqual(['Session canceled.'])
    await expect.element(found.getByRole('button')).not.toBeInTheDocument()
  })

  it('offers nothing to people with read access', async () => {
    await find({ [FIND]: SESSION }, ['getSession'])
    await expect.element(found).toBeVisible()
    await expect.element(found.getByRole('button')).not.toBeInTheDocument()
  })
})
