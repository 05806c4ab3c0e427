/**
 * Measures the time and the bytes that the portal takes, compared with another build: from opening a one-time link to
 * a list of payments that can be searched. `node bench/page/portal.ts <checkout> [rounds]`
 *
 * The other checkout is built, too. Builds take turns within each round, each load is cold and in a browser context of its own, on
 * this machine's processor as it is and on one that is slowed down; medians are printed with the lowest and the highest.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Browser, Page } from '@playwright/test'

import { connect, GATEWAY, isApproved, startGateway } from '../gateway/gateway-under-load.ts'
import { measureLoad } from '../gateway/measure-load.ts'
import { CPU_SLOWDOWN, launchChromium, spread } from './slow-phone.ts'

interface Figures {
  readonly requests: number
  readonly wireBytes: number
  readonly firstPaintMs: number
  readonly readyMs: number
}

const [other, roundsText = '15'] = process.argv.slice(2)
if (other === undefined) throw new Error('name the checkout to compare with: portal.ts <checkout>')
const ROUNDS = Number(roundsText)
const PAYMENTS = 40
const BUILDS = { 'this build': GATEWAY, 'the other': join(resolve(other), 'packages/cli/dist/main.js') }
const SLOWDOWNS = [1, CPU_SLOWDOWN]

const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
const portals = await Promise.all(
  Object.entries(BUILDS).map(async ([name, program], place) => {
    const server = await startGateway(join(directory, String(place)), null, { program, isPinned: false })
    const gateway = await connect(server.firstLine)
    const bodies = await gateway.make(PAYMENTS)
    await measureLoad({ ...gateway, bodies, clients: 4, check: isApproved })
    return { name, server, gateway }
  }),
)
const browser = await launchChromium()
console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds\n`)
console.log('| portal | processor | requests | bytes | first paint, ms | first use, ms |')
console.log('| --- | --- | --- | --- | --- | --- |')
try {
  for (const slowdown of SLOWDOWNS) {
    const measured = portals.map((): Figures[] => [])
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [place, { gateway }] of portals.entries()) {
        const figures = await measure(browser, await makeLink(gateway), slowdown)
        // The first round only warms up the machine.
        if (round > 0) measured[place]?.push(figures)
      }
    }
    for (const [place, { name }] of portals.entries()) {
      const names = ['requests', 'wireBytes', 'firstPaintMs', 'readyMs'] as const
      const cells = names.map((figure) => spread((measured[place] ?? []).map((one) => one[figure])))
      console.log(`| ${[name, `${slowdown} ×`, ...cells].join(' | ')} |`)
    }
  }
} finally {
  await browser.close()
  for (const { server } of portals) await server.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function makeLink({ url, headers, renew }: Awaited<ReturnType<typeof connect>>): Promise<string> {
  await renew()
  const answer = await fetch(`${new URL(url).origin}/simulators/portal-links`, {
    method: 'POST',
    headers: { 'user-agent': 'bench', ...headers },
  })
  return ((await answer.json()) as { readonly url: string }).url
}

async function measure(inBrowser: Browser, link: string, slowdown: number): Promise<Figures> {
  const context = await inBrowser.newContext()
  try {
    const page = await context.newPage()
    const sent = await countBytes(page, slowdown)
    await page.goto(link, { waitUntil: 'commit' })
    const readyMs = await page.evaluate(waitForPayments)
    const firstPaintMs = await page.evaluate(waitForPaint)
    return { ...sent(), firstPaintMs, readyMs }
  } finally {
    await context.close()
  }
}

async function countBytes(page: Page, slowdown: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.enable')
  let requests = 0
  let wireBytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1
    wireBytes += encodedDataLength
  })
  return () => ({ requests, wireBytes })
}

/** The rows may be in the document before they are painted. */
function waitForPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint')
      if (paint) resolve(paint.startTime)
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Waits for a row of payments and a field to search them. @returns milliseconds since the navigation began. */
function waitForPayments(): Promise<number> {
  const has = (root: Document | ShadowRoot, selector: string): boolean =>
    root.querySelector(selector) !== null ||
    [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && has(shadowRoot, selector))
  return new Promise((resolve) => {
    const look = () => {
      if (has(document, 'tbody tr') && has(document, '[role=search] input, input[type=search]'))
        resolve(performance.now())
      else setTimeout(look, 4)
    }
    look()
  })
}
