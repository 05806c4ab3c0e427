/**
 * How long a person on a phone waits until the portal can be used: its document, program, style sheet, session and first fifty
 * payments, as a real gateway gave them, served over the same network and on the same slowed-down processor as the payment
 * page. `node bench/page/portal.ts [rounds]`. Needs a build.
 *
 * Each load is cold and in a browser context of its own; the median is printed with the lowest and the highest.
 */
import type { Browser, Page } from '@playwright/test'
import { startGateway } from '../../e2e/fixtures/gateway.ts'
import { openPortal, pay } from '../../e2e/fixtures/portal.ts'
import { NETWORKS, type ServedFile, startShapedServer } from '../fields/shaped-server.ts'
import { CPU_SLOWDOWN, launchChromium, openOnSlowPhone, spread } from './slow-phone.ts'

const ROUNDS = Number(process.argv[2] ?? 9)
/** As many as the list's first page shows. */
const PAYMENTS = 50
/** By then something is broken. */
const USABLE_LIMIT_MS = 30_000
const KEPT_HEADERS = ['content-security-policy', 'cross-origin-opener-policy']

interface PortalFigures {
  readonly requests: number
  readonly wireBytes: number
  /** The search can be typed into and the first payment opened. */
  readonly usableMs: number
}

const browser = await launchChromium()
const recorded = await recordFirstView(browser)
const server = await startShapedServer((path) => recorded.get(path))
console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds, 4g, processor slowed ${CPU_SLOWDOWN} ×\n`)
const measured: PortalFigures[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  const figures = await measure(browser)
  // The first round warms this machine up.
  if (round > 0) measured.push(figures)
}
await browser.close()
await server.close()

console.log('| page | requests | bytes | usable, ms |')
console.log('| --- | --- | --- | --- |')
const cells = (['requests', 'wireBytes', 'usableMs'] as const).map((name) =>
  spread(measured.map((figures) => figures[name])),
)
console.log(`| ${['the portal’s payments', ...cells].join(' | ')} |`)

async function measure(inBrowser: Browser): Promise<PortalFigures> {
  server.reset(NETWORKS['4g'])
  return openOnSlowPhone(inBrowser, async (page) => {
    await page.goto(`http://127.0.0.1:${server.port}/`, { waitUntil: 'commit' })
    const usableMs = await page.evaluate(waitUntilUsable, USABLE_LIMIT_MS)
    return { requests: server.requests, wireBytes: server.sentBytes, usableMs }
  })
}

/** What a gateway with fifty payments answers while the portal opens, by path. */
async function recordFirstView(inBrowser: Browser): Promise<ReadonlyMap<string, ServedFile>> {
  const gateway = await startGateway()
  try {
    for (let paid = 0; paid < PAYMENTS; paid += 1) await pay(gateway)
    const page = await inBrowser.newPage()
    await openPortal(page, gateway)
    const files = await recordReload(page)
    await page.close()
    return files
  } finally {
    await gateway.stop()
  }
}

/** The person is signed in by now, as at every visit but the first. */
async function recordReload(page: Page): Promise<ReadonlyMap<string, ServedFile>> {
  const files = new Map<string, ServedFile>()
  const reads: Promise<unknown>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    // A stream has no end that could be waited for.
    if (response.status() !== 200 || type.startsWith('text/event-stream')) return
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = response.headers()[name]
      return value === undefined ? [] : [[name, value]]
    })
    const { pathname } = new URL(response.url())
    const read = response.text().then((body) => {
      files.set(pathname, { type, body, headers: Object.fromEntries(kept) as Record<string, string> })
    })
    reads.push(read)
  })
  // What is routed is not taken from the browser's cache.
  await page.route('**/*', (route) => route.continue())
  await page.reload()
  await page.getByRole('row').nth(PAYMENTS).waitFor()
  await Promise.all(reads)
  return files
}

/** Looks every few milliseconds. @returns milliseconds since the navigation began. */
function waitUntilUsable(limitMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const isThere = document.querySelector('input[type=search]') && document.querySelector('tbody a')
      if (isThere) resolve(performance.now())
      else if (performance.now() > limitMs) reject(new Error(`not usable after ${limitMs} ms`))
      else setTimeout(look, 4)
    }
    look()
  })
}
