/** No role sees a button of what the gateway would refuse, and none a page that asks for it; each page and each right has a row. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import './testing/all-pages.ts'
import { findRoute } from './app/router.ts'
import { listPaths, openPage } from './pages.ts'
import { SECTIONS } from './sections.ts'
import { mount, SESSION } from './testing/mount.ts'
import { PORTAL_ROLES, type PortalRole, readRights } from './testing/read-rights.ts'
import { MERCHANT_ANSWERS, MERCHANT_PAGES } from './testing/rights/merchant-pages.ts'
import { OPERATOR_ANSWERS, OPERATOR_PAGES } from './testing/rights/operator-pages.ts'
import type { Button, PageRights, Right } from './testing/rights/page-rights.ts'
import { PEOPLE_ANSWERS, PEOPLE_PAGES } from './testing/rights/people-pages.ts'
import { rightOf, RIGHTS_TO_READ } from './testing/rights/rights-of-requests.ts'
import { WEBHOOK_ANSWERS, WEBHOOK_PAGES } from './testing/rights/webhook-pages.ts'

type Environment = 'production' | 'test'

const ANSWERS = { ...MERCHANT_ANSWERS, ...PEOPLE_ANSWERS, ...WEBHOOK_ANSWERS, ...OPERATOR_ANSWERS }
const PAGES = { ...MERCHANT_PAGES, ...PEOPLE_PAGES, ...WEBHOOK_PAGES, ...OPERATOR_PAGES }

/** The rights that no page and no dialog of one takes at once: what takes them instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  acknowledgeNotices: 'notices above every page, in portal-shell.browser.test.ts',
  listNotices: 'notices above every page, in portal-shell.browser.test.ts',
  streamEvents: 'the frame around all pages, in portal-shell.browser.test.ts',
  endUserSessions: 'the second dialog of users, in users-page.browser.test.ts',
  createTestRecord: 'programs of people',
  getPaymentLink: 'programs of people',
}

const CASES = Object.entries(PAGES).flatMap(([name, rights]) =>
  (['production', 'test'] as const).flatMap((environment) =>
    PORTAL_ROLES.filter(
      (role) => rights.takes === null || readRights(environment)[role].includes(rights.takes),
    ).map((role) => [name, environment, role, rights] as const),
  ),
)

/** Opens a page as somebody with a role. */
async function open(rights: PageRights, environment: Environment, role: PortalRole) {
  const actions = readRights(environment)[role]
  const may = (action: string) => actions.includes(action)
  const address = new URL(rights.addresses[0], location.href)
  const merchant = role === 'operator' ? null : SESSION.merchant
  const session = { ...SESSION, environment, merchant }
  const portal = mount(openPage({ may, session }, address).view, {
    answers: ANSWERS,
    actions,
    session,
  })
  await rights.prepare?.()
  await expect.element(page.getByText(rights.shows).first()).toBeVisible()
  return { portal, may: (right: Right) => right === null || may(right) }
}

/** The names of the buttons that a person can press now; those of the list's own controls once each. */
function namesIn(place: Pick<typeof page, 'getByRole'>): readonly string[] {
  const names = place
    .getByRole('button', { disabled: false })
    .elements()
    // Chromium calls the field of a file a button.
    .filter((button) => button instanceof HTMLButtonElement)
    .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim().replaceAll(/\s+/g, ' '))
  return [...new Set(names)].toSorted()
}

const takes = (button: Button): Right =>
  button === null || typeof button === 'string' ? button : button.takes
const opens = (button: Button): Readonly<Record<string, Right>> =>
  button === null || typeof button === 'string' ? {} : button.opens

/** The rights that the rows of the table name. */
const named = Object.values(PAGES).flatMap(({ takes: needed, buttons, buttonsInTest }) => [
  needed,
  ...Object.values({ ...buttons, ...buttonsInTest }).flatMap((button) => [
    takes(button),
    ...Object.values(opens(button)),
  ]),
])

describe('what a role sees', () => {
  it.each(CASES)('%s in %s as %s', async (_name, environment, role, rights) => {
    const { portal, may } = await open(rights, environment, role)
    const buttons = { ...rights.buttons, ...(environment === 'test' && rights.buttonsInTest) }
    const offered = Object.entries(buttons).filter(([, button]) => may(takes(button)))
    await expect.poll(() => namesIn(page)).toEqual(offered.map(([name]) => name).toSorted())
    for (const [name, button] of offered) {
      const expected = Object.entries(opens(button)).filter(([, right]) => may(right))
      if (expected.length === 0) continue
      await page.getByRole('button', { name, exact: true }).click()
      await expect
        .poll(() => namesIn(page.getByRole('dialog')), { message: name })
        .toEqual(expected.map(([label]) => label).toSorted())
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    }
    const refused = portal.requests.map(({ name }) => name).filter((name) => !may(rightOf(name) ?? name))
    expect(refused).toEqual([])
  })
})

describe('the table of rights', () => {
  it('has a row for every page', () => {
    const paths = listPaths()
    const routes = paths.map((path) => ({ path }))
    const described = Object.values(PAGES).flatMap(({ addresses }) =>
      addresses.map((address) => findRoute(routes, new URL(address, location.href))?.route.path),
    )
    expect(described.toSorted()).toEqual(paths.toSorted())
  })

  it('takes for a page what its entry in the navigation takes', () => {
    const entries = SECTIONS.map(({ href, action }) => [href, action])
    const rows = SECTIONS.map(({ href }) => [
      href,
      Object.values(PAGES).find(({ addresses }) => addresses.includes(href))?.takes,
    ])
    expect(rows).toEqual(entries)
  })

  it('names every right of every role', () => {
    const all = (['production', 'test'] as const).flatMap((environment) =>
      Object.values(readRights(environment)).flat(),
    )
    const known = [...named, ...RIGHTS_TO_READ, ...Object.keys(ELSEWHERE)]
    expect([...new Set(known)].filter((right) => right !== null).toSorted()).toEqual(
      [...new Set(all)].toSorted(),
    )
  })

  it('covers every role', () => {
    expect(new Set(CASES.map(([, , role]) => role))).toEqual(new Set(PORTAL_ROLES))
  })
})
