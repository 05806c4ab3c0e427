import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './customer-page.ts'
import './customers-page.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount, type MountOptions, refusal } from '../testing/mount.ts'

const CUSTOMER = {
  id: 'c-1',
  email: 'ada@shopper.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+441632960001',
  address: null,
  city: null,
  country: 'GB',
  postal_code: null,
  description: null,
  type: 'INDIVIDUAL',
  region: null,
}
const CARD = {
  payment_method_id: 'pm-1',
  card_brand: 'VISA',
  card_last_4: '4242',
  card_exp_month: 5,
  card_exp_year: 2030,
  tokenize_for: 'MERCHANT_INITIATED_TRANSACTION',
}

const LIST = 'GET /api/customers'
const ONE = 'GET /api/customers/c-1'
const CARDS = 'GET /api/customers/c-1/payment-methods'
const CHANGE = 'PATCH /api/customers/c-1'

describe('the list of customers', () => {
  const open = (answers: NonNullable<MountOptions['answers']>, query = '') =>
    mount(html`<portal-customers-page .query=${new URLSearchParams(query)}></portal-customers-page>`, {
      answers,
    })

  it('leads to a customer, and searches by email', async () => {
    const portal = open({ [LIST]: { data: [CUSTOMER], next_cursor: null } })
    await expect
      .element(page.getByRole('link', { name: CUSTOMER.email }))
      .toHaveAttribute('href', '/customers/c-1')
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('Ada Lovelace')
    await expectAccessible()
    await userEvent.fill(page.getByLabelText('Email'), ' ada@shopper.example ')
    await userEvent.keyboard('{Enter}')
    expect(portal.visited).toEqual(['/customers?email=ada%40shopper.example'])
  })

  it('leads to older customers, and back to the newest', async () => {
    const portal = open({ [LIST]: { data: [CUSTOMER], next_cursor: 'next' } }, 'cursor=here')
    const pager = page.getByRole('navigation', { name: 'Customers' })
    await expect
      .element(pager.getByRole('link', { name: 'Older' }))
      .toHaveAttribute('href', '/customers?cursor=next')
    await expect.element(pager.getByRole('link', { name: 'Newest' })).toHaveAttribute('href', '/customers')
    expect(portal.requests.map(({ query }) => query.get('cursor'))).toEqual(['here'])
  })

  it('keeps the search on the way to older customers and back to the newest', async () => {
    open({ [LIST]: { data: [CUSTOMER], next_cursor: 'next' } }, 'email=ada%40x.example&cursor=here')
    const pager = page.getByRole('navigation', { name: 'Customers' })
    await expect
      .element(pager.getByRole('link', { name: 'Older' }))
      .toHaveAttribute('href', '/customers?email=ada%40x.example&cursor=next')
    await expect
      .element(pager.getByRole('link', { name: 'Newest' }))
      .toHaveAttribute('href', '/customers?email=ada%40x.example')
  })

  it('shows how customers are created, and that none has an email', async () => {
    open({ [LIST]: { data: [], next_cursor: null } })
    await expect.element(page.getByRole('heading', { name: 'No customers yet' })).toBeVisible()
    open({ [LIST]: { data: [], next_cursor: null } }, 'email=x')
    await expect.element(page.getByRole('heading', { name: 'No customer has this email' })).toBeVisible()
  })

  it('shows why it cannot be loaded', async () => {
    open({ [LIST]: refusal(503) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/cannot be reached/)
  })
})

describe('the page of a customer', () => {
  const open = (answers: NonNullable<MountOptions['answers']> = {}) =>
    mount(html`<portal-customer-page .customerId=${'c-1'}></portal-customer-page>`, {
      answers: { [ONE]: CUSTOMER, [CARDS]: { data: [CARD] }, ...answers },
    })
  const dialog = page.getByRole('dialog', { name: 'Edit customer' })

  it('shows the customer and the saved cards', async () => {
    open()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(CUSTOMER.email)
    await expect
      .element(page.getByRole('row').nth(1))
      .toMatchTextContent(/Visa ···· 4242.*05\/2030.*Charges by you/)
    await expect
      .element(page.getByRole('link', { name: 'Show payments of this customer' }))
      .toHaveAttribute('href', '/payments?customer_id=c-1')
    await expect
      .element(page.getByRole('link', { name: 'All customers' }))
      .toHaveAttribute('href', '/customers')
    await expectAccessible()
  })

  it('saves only what was changed', async () => {
    const portal = open({ [CHANGE]: CUSTOMER })
    await page.getByRole('button', { name: 'Edit…' }).click()
    await expectAccessible()
    await userEvent.fill(dialog.getByLabelText('Phone'), '')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => portal.said).toEqual(['Customer saved.'])
    expect(portal.requests.find(({ name }) => name === CHANGE)?.body).toEqual({ phone: null })
  })

  it('shows a problem at its field', async () => {
    open({ [CHANGE]: refusal(422, { errors: [{ property: 'email', message: 'is required' }] }) })
    await page.getByRole('button', { name: 'Edit…' }).click()
    await userEvent.fill(dialog.getByLabelText('Email'), '')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog.getByLabelText('Email').element().matches(':focus')).toBe(true)
    await expect.element(dialog).toMatchTextContent('Email is required.')
  })

  it('shows that no card is saved', async () => {
    open({ [CARDS]: { data: [] } })
    await expect.element(page.getByText('No saved cards.')).toBeVisible()
  })

  it('shows that the customer does not exist, and links to the list', async () => {
    open({ [ONE]: refusal(404) })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Customer not found' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'All customers' }))
      .toHaveAttribute('href', '/customers')
    expect(page.getByRole('alert').elements()).toEqual([])
    await expectAccessible()
  })

  it('shows why it cannot be loaded', async () => {
    open({ [ONE]: refusal(503) })
    await expect.element(page.getByRole('alert')).toBeVisible()
  })
})
