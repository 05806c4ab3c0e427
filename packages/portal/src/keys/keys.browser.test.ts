import { html } from 'lit'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { mount } from '../testing/mount.ts'
import './keys.ts'
import type { KeysElement } from './keys.ts'

const search = page.getByRole('dialog', { name: 'Search everything' })
const field = page.getByRole('combobox', { name: 'Search everything' })
const openSearch = () => userEvent.keyboard('{Control>}k{/Control}')

/** The part of the program that has the search arrives when a test says so, or does not. */
function open() {
  const requests: { readonly arrive: () => void; readonly fail: () => void }[] = []
  const loadSearch: KeysElement['loadSearch'] = () =>
    new Promise((resolve, reject) => {
      requests.push({
        arrive: () => void import('./palette.ts').then(resolve, reject),
        fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
      })
    })
  const portal = mount(html`<portal-keys .loadSearch=${loadSearch}></portal-keys>`, {
    actions: ['listCustomers'],
    answers: { 'GET /docs/contents.json': [] },
  })
  return { portal, requests }
}

describe('the search while it is loaded', () => {
  it('is requested once, and begins with the keys that were typed since', async () => {
    const { portal, requests } = open()
    await openSearch()
    await openSearch()
    await userEvent.keyboard('gc')
    expect(requests.length).toBe(1)
    requests[0]?.arrive()
    await expect.element(field).toHaveValue('gc')
    await expect.element(field).toHaveFocus()
    expect(portal.visited).toEqual([])
  })

  it('is there at once when it is opened again', async () => {
    const { requests } = open()
    await openSearch()
    requests[0]?.arrive()
    await expect.element(search).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(search).not.toBeInTheDocument()
    await openSearch()
    await expect.element(field).toHaveFocus()
    expect(requests.length).toBe(1)
  })
})

describe('the search that could not be loaded', () => {
  it('reports it, gives the keys back to the page, and is loaded when it is opened again', async () => {
    const { portal, requests } = open()
    await openSearch()
    requests[0]?.fail()
    await expect.poll(() => portal.said.at(-1)).toMatch(/^The search could not be loaded\./)
    await userEvent.keyboard('gc')
    expect(portal.visited).toEqual(['/customers'])
    await openSearch()
    requests[1]?.arrive()
    await expect.element(search).toBeVisible()
    await expect.element(field).toHaveValue('')
  })
})
