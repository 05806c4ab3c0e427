/**
 * Measures the time until a shopper on a phone sees the payment page: ours, and a page with a peer's Drop-in, from one
 * server, over the same network, on the same slowed-down processor. `node bench/page/hosted-page.ts [rounds]`
 *
 * Contenders take turns within each round, each load is cold and in a browser context of its own, and medians are
 * printed with the lowest and the highest.
 */
import type { Browser } from '@playwright/test'
import { NETWORKS, startShapedServer } from '../fields/shaped-server.ts'
import { findFile, type PageContender, pageContenders } from './contenders.ts'
import { CPU_SLOWDOWN, launchChromium, openOnSlowPhone, spread } from './slow-phone.ts'

interface PageFigures {
  readonly requests: number
  readonly wireBytes: number
  /** A text about the shop or the order is painted. */
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  /** All three inputs accept typing. */
  readonly readyMs: number
}

const ROUNDS = Number(process.argv[2] ?? 9)
const SETTLE_MS = 500

const all = await pageContenders()
let current: PageContender | undefined
const server = await startShapedServer((path) => current && findFile(current, path))
const browser = await launchChromium()
console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds, 4g, processor slowed ${CPU_SLOWDOWN} ×\n`)

const measured = new Map<string, PageFigures[]>(all.map(({ name }) => [name, []]))
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const contender of all) {
    current = contender
    const figures = await measure(browser, contender)
    // The first round only warms up the machine.
    if (round > 0) measured.get(contender.name)?.push(figures)
  }
}
await browser.close()
await server.close()

console.log('| page | requests | bytes | first paint, ms | largest paint, ms | ready to type, ms |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const [name, figures] of measured) {
  const names = ['requests', 'wireBytes', 'firstPaintMs', 'largestPaintMs', 'readyMs'] as const
  const cells = names.map((figure) => spread(figures.map((one) => one[figure])))
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}

async function measure(inBrowser: Browser, { inputs }: PageContender): Promise<PageFigures> {
  server.reset(NETWORKS['4g'])
  return openOnSlowPhone(inBrowser, async (page) => {
    await page.addInitScript(watchPaint)
    await page.goto(`http://127.0.0.1:${server.port}/`, { waitUntil: 'commit' })
    const readyMs = await page.evaluate(waitForInputs, inputs)
    const { requests, sentBytes } = server
    await page.waitForTimeout(SETTLE_MS)
    const paint = await page.evaluate(() => (window as unknown as { paint: Paint }).paint)
    return { requests, wireBytes: sentBytes, readyMs, ...paint }
  })
}

type Paint = Pick<PageFigures, 'firstPaintMs' | 'largestPaintMs'>

function watchPaint(): void {
  const paint = { firstPaintMs: 0, largestPaintMs: 0 }
  Object.assign(window, { paint })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paint.firstPaintMs = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => (paint.largestPaintMs = startTime))
}

/** Checks every frame of this origin, every few milliseconds. */
function waitForInputs(names: readonly string[]): Promise<number> {
  const documents = () => [
    document,
    ...[...document.querySelectorAll('iframe')].flatMap((frame) => frame.contentDocument ?? []),
  ]
  const isThere = (name: string) =>
    documents().some((one) => one.querySelector(`input[autocomplete~="${name}"]`) !== null)
  return new Promise((resolve) => {
    const look = () => {
      if (names.every(isThere)) resolve(performance.now())
      else setTimeout(look, 4)
    }
    look()
  })
}
