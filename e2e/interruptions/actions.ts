import { expect, type BrowserContext, type Page, type Route } from '@playwright/test'
import type { Gateway } from '../fixtures/gateway.ts'
import type { Sight } from './sights.ts'
import type { Card, Shops, Surface, Tab } from './surfaces.ts'

/** A shopper in the middle of paying, and everything that can go wrong around them. */
export interface Fixture {
  readonly gateway: Gateway
  readonly shops: Shops
  readonly surface: Surface
  readonly context: BrowserContext
  readonly card: Card
  /** The shopper's tabs at this order; the last is the one before them. */
  readonly tabs: [Tab, ...Tab[]]
  /** The one payment request that an action intercepts. */
  caught: Caught | null
}

interface Caught {
  /** Resolves when the request is held or lost; of answers, when the gateway has worked it. */
  readonly there: Promise<void>
  /** If the request was a form, the browser shows an error page. */
  isLost: boolean
  release(): Promise<void>
}

/** Both of a browser's API and of the example shop's form. */
const PAYING = /\/(?:payments|pay)$/
const BANK = '**/simulators/acs/challenge'
const BEYOND_A_SESSION_SECONDS = 3_601

export const ACTIONS = {
  type: ({ tabs, card }) => now(tabs).type(card),
  press: ({ tabs, card }) => now(tabs).press(card),
  'press twice': ({ tabs, card }) => now(tabs).press(card, 2),
  'press in vain': ({ tabs }) => now(tabs).pressInVain(),
  'reach the bank': ({ tabs }) => expectToSee(now(tabs), 'bank'),
  async confirm({ tabs }) {
    await now(tabs).answerBank()
    await expectToSee(now(tabs), 'paid')
  },
  'confirm in vain': ({ tabs }) => now(tabs).answerBank(),
  cancel: ({ tabs }) => now(tabs).cancel(),

  reload: ({ tabs }) => settle(now(tabs).page, (page) => page.reload()),
  back: ({ tabs }) => travel(now(tabs).page, 'goBack'),
  forward: ({ tabs }) => travel(now(tabs).page, 'goForward'),
  'open again': ({ tabs }) => settle(now(tabs).page, (page) => page.goto(tabs[0].address)),
  'kill the tab': async (fixture) => {
    const { context, shops, surface, tabs } = fixture
    const killed = now(tabs)
    const page = await context.newPage()
    await killed.page.close()
    tabs.splice(tabs.indexOf(killed), 1, await shops.again(surface, killed, page))
    await settle(page)
  },
  async 'open a second tab'({ context, shops, surface, tabs }) {
    const page = await context.newPage()
    tabs.push(await shops.again(surface, tabs[0], page))
    await settle(page)
  },
  async 'pay there'({ tabs, card }) {
    await now(tabs).type(card)
    await now(tabs).press(card)
    await expectToSee(now(tabs), 'paid')
  },

  async offline(fixture) {
    await fixture.context.setOffline(true)
    await expectWords(fixture, /You’re offline/)
  },
  online: ({ context }) => context.setOffline(false),
  'pass 1 s': pass(1),
  'pass 10 s': pass(10),
  'pass 25 s': pass(25),
  'pass 60 s': pass(60),
  'lock the phone': (fixture) => setLifecycle(fixture, 'frozen'),
  'unlock the phone': (fixture) => setLifecycle(fixture, 'active'),

  'lose the request': (fixture) => lieInWait(fixture, ({ lose }) => lose()),
  'lose the answer': (fixture) =>
    lieInWait(fixture, async ({ route, lose }) => {
      await route.fetch({ maxRedirects: 0 })
      await lose()
    }),
  'hold the request': (fixture) =>
    lieInWait(fixture, async ({ route, arrive, released }) => {
      arrive()
      await released
      await route.continue()
    }),
  'hold the answer': (fixture) =>
    lieInWait(fixture, async ({ route, arrive, released }) => {
      const response = await route.fetch({ maxRedirects: 0 })
      arrive()
      await released
      await route.fulfill({ response })
    }),
  async 'wait until it is there'({ caught, surface, tabs }) {
    await caught?.there
    if (surface === 'direct' && caught?.isLost) await expectToSee(now(tabs), 'browser')
  },
  'let it go': ({ caught }) => caught?.release(),

  'the bank is dead': async ({ context }) => void (await context.route(BANK, () => undefined)),
  'the bank answers': ({ context }) => context.unroute(BANK),
  'let time run out': ({ gateway }) => gateway.advanceClock(BEYOND_A_SESSION_SECONDS),
  'stop the gateway': ({ gateway }) => gateway.pause(),
  'start the gateway': ({ gateway }) => gateway.resume(),
  async 'restart the gateway'({ gateway }) {
    await gateway.pause()
    await gateway.resume()
  },
} satisfies Readonly<Record<string, (fixture: Fixture) => Promise<void> | undefined>>

export type Action = keyof typeof ACTIONS

/** The tab before the shopper. */
function now(tabs: Fixture['tabs']): Tab {
  return tabs.at(-1) ?? tabs[0]
}

async function expectToSee(tab: Tab, sight: Sight): Promise<void> {
  await expect.poll(() => tab.see()).toBe(sight)
}

/** A page announces its reaction to an interruption. The direct page is a form without a script, and says nothing. */
async function expectWords({ surface, tabs }: Fixture, words: RegExp): Promise<void> {
  if (surface === 'direct') return
  await expect.poll(() => readAloud(now(tabs).page)).toMatch(words)
}

async function readAloud(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame
        .locator('body')
        .innerText({ timeout: 1_000 })
        .catch(() => ''),
    ),
  )
  return texts.join('\n')
}

/** The clock of the pages advances, so that their timers fire; the gateway's does not. */
function pass(seconds: number) {
  return ({ tabs }: Fixture) => now(tabs).page.clock.fastForward(seconds * 1_000)
}

/** Through the history, which a bank's frame has entries of its own in: then the page itself does not move, however long. */
async function travel(page: Page, way: 'goBack' | 'goForward'): Promise<void> {
  await settle(page, () => page[way]({ waitUntil: 'commit', timeout: 10_000 }).catch(() => null))
}

/** A page that has just been opened first queries whether a payment is running; only then its content is final. */
async function settle(page: Page, open?: (page: Page) => Promise<unknown>): Promise<void> {
  await open?.(page)
  await page.waitForLoadState('networkidle')
}

async function setLifecycle({ caught, surface, tabs }: Fixture, state: 'frozen' | 'active'): Promise<void> {
  // While its form is being sent, the browser leaves the direct page, so that nothing can be frozen.
  if (surface === 'direct' && caught) return
  const { page } = now(tabs)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setWebLifecycleState', { state })
  await session.detach()
}

interface Catch {
  readonly route: Route
  arrive(): void
  lose(): Promise<void>
  readonly released: Promise<void>
}

/** Does something to the first request to pay, and nothing to the others. */
async function lieInWait(fixture: Fixture, deal: (found: Catch) => Promise<void>): Promise<void> {
  const arrival = gate()
  const release = gate()
  const dealt = gate()
  const caught: Caught = {
    there: arrival.opened,
    isLost: false,
    release: async () => {
      release.open()
      await dealt.opened
    },
  }
  fixture.caught = caught
  let isFirst = true
  await fixture.context.route(PAYING, async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.fallback()
    isFirst = false
    try {
      await deal({
        route,
        arrive: arrival.open,
        released: release.opened,
        lose: () => {
          caught.isLost = true
          return route.abort('internetdisconnected')
        },
      })
    } finally {
      arrival.open()
      dealt.open()
    }
  })
}

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
