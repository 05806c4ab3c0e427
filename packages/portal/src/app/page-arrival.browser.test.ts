import { html, LitElement } from 'lit'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { LoadPage, Page } from '../pages.ts'
import { expectAccessible } from '../testing/expect-accessible.ts'
import { mount } from '../testing/mount.ts'
import { Navigation } from './navigation.ts'
import { PageArrival } from './page-arrival.ts'
import { PageElement } from './portal-element.ts'

const ADDRESS = '/users'

const reloadDocument = vi.fn()

/** The parts of the shell that a page needs. */
class TestPortal extends LitElement {
  static override properties = { page: { attribute: false } }
  declare page: Page
  readonly navigation = new Navigation(this, {
    isPage: () => true,
    onApproach: () => undefined,
    onOpen: () => undefined,
    onLeave: () => undefined,
  })
  readonly #arrival = new PageArrival(this, reloadDocument)

  protected override createRenderRoot(): this {
    return this
  }

  protected override render() {
    return html`<label>Elsewhere <input /></label>
      <main>${this.#arrival.render(this.page)}</main>`
  }
}
customElements.define('test-portal', TestPortal)

/** A part of the program that arrives, or does not. */
function makePart() {
  const requests: { readonly resolve: () => void; readonly reject: (reason: Error) => void }[] = []
  const load: LoadPage = () => new Promise<void>((resolve, reject) => void requests.push({ resolve, reject }))
  return { load, requests }
}

const NAME = 'portal-arriving-page'

/** Its heading differs from the title of its address, as that of one payment does. */
function define(): void {
  if (customElements.get(NAME)) return
  class ArrivingPage extends PageElement {
    static override properties = { reference: {} }
    declare reference: string

    protected override render() {
      return html`<h1 tabindex="-1">${this.reference}</h1>`
    }
  }
  customElements.define(NAME, ArrivingPage)
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const alert = page.getByRole('alert')
const reload = page.getByRole('button', { name: 'Reload' })

function open() {
  const before = location.href
  const { load, requests } = makePart()
  const view = html`<portal-arriving-page .reference=${'order-1001'}></portal-arriving-page>`
  const portal = mount(html``)
  // It has a `main` of its own.
  document.querySelector('main')?.remove()
  const root = new TestPortal()
  root.page = { title: 'Payment', section: '', view, load }
  document.body.append(root)
  root.navigation.go(ADDRESS)
  onTestFinished(() => {
    root.remove()
    history.replaceState(null, '', before)
  })
  return { portal, root, load, requests }
}

beforeEach(() => reloadDocument.mockReset())

describe('a page that is loaded when it is opened', () => {
  it('has its title and a sign that it loads, then gets what its address contains, and the focus', async () => {
    const { requests } = open()
    await expect.element(heading('Payment')).toBeVisible()
    await expect.element(page.getByText('Loading…')).toBeVisible()
    expect(document.activeElement).toBe(document.body)
    await expectAccessible()
    define()
    requests[0]?.resolve()
    await expect.poll(() => heading('order-1001').element().matches(':focus')).toBe(true)
    expect(page.getByText('Loading…').elements()).toEqual([])
    expect(requests.length).toBe(1)
  })

  it('is not requested again', async () => {
    const { root, load, requests } = open()
    define()
    await expect.poll(() => requests.length).toBe(1)
    requests[0]?.resolve()
    await expect.element(heading('order-1001')).toBeVisible()
    root.page = { title: 'Another', section: '', view: html`<h1>Another</h1>`, load }
    await expect.element(heading('Another')).toBeVisible()
    expect(requests.length).toBe(1)
  })

  it('does not appear after another one was opened', async () => {
    const { root, requests } = open()
    await expect.poll(() => requests.length).toBe(1)
    root.page = { title: 'Another', section: '', view: html`<h1>Another</h1>` }
    await expect.element(heading('Another')).toBeVisible()
    requests[0]?.reject(new TypeError())
    await root.updateComplete
    expect(alert.elements()).toEqual([])
  })
})

describe('a page that could not be loaded', () => {
  async function openAndFail() {
    const opened = open()
    await expect.poll(() => opened.requests.length).toBe(1)
    opened.requests[0]?.reject(new TypeError('Failed to fetch dynamically imported module'))
    await expect.element(alert).toMatchTextContent('This page could not be loaded.')
    return opened
  }

  it('reports it under its heading, which has the focus, and keeps what was typed elsewhere', async () => {
    const { requests } = await openAndFail()
    await expect.poll(() => heading('Payment').element().matches(':focus')).toBe(true)
    await expectAccessible()
    await userEvent.fill(page.getByLabelText('Elsewhere'), 'kept')
    define()
    await reload.click()
    requests[1]?.resolve()
    await expect.element(heading('order-1001')).toBeVisible()
    await expect.element(page.getByLabelText('Elsewhere')).toHaveValue('kept')
    expect(reloadDocument).not.toHaveBeenCalled()
  })

  it('is loaded when the connection is back', async () => {
    const { requests } = await openAndFail()
    define()
    dispatchEvent(new Event('online'))
    requests[1]?.resolve()
    await expect.element(heading('order-1001')).toBeVisible()
  })

  it('loads the whole portal again if the gateway answers, but has no such page any more', async () => {
    const { portal, requests } = await openAndFail()
    portal.answer({ [`HEAD ${ADDRESS}`]: new Response() })
    await reload.click()
    requests[1]?.reject(new TypeError())
    await expect.poll(() => reloadDocument.mock.calls.length).toBe(1)
  })

  it('stays where the gateway does not answer, and can be loaded later', async () => {
    const { portal, requests } = await openAndFail()
    portal.answer({ [`HEAD ${ADDRESS}`]: () => Promise.reject(new TypeError()) })
    await reload.click()
    requests[1]?.reject(new TypeError())
    await expect.poll(() => portal.requests.length).toBe(1)
    expect(reloadDocument).not.toHaveBeenCalled()
    define()
    await reload.click()
    requests[2]?.resolve()
    await expect.element(heading('order-1001')).toBeVisible()
  })
})
