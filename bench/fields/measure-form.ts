import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext, Frame, Page } from '@playwright/test'
import type { Contender } from './contenders.ts'
import type { Network, ShapedServer } from './shaped-server.ts'

export interface FormFigures {
  /** The time from the start of the navigation until all three inputs exist. */
  readonly readyMs: number
  readonly requests: number
  readonly wireBytes: number
  /** The distance by which the button under the form moved after the form had taken its first space. */
  readonly jumpPx: number
  /** The processor time of all processes that render pages, until ready. */
  readonly cpuMs: number
  /** The memory of all documents, after a garbage collection. */
  readonly heapMegabytes: number
  /** The time from `keydown` until everything that it started has run; median of the keys. */
  readonly keyMs: number
  readonly thirdParties: readonly string[]
}

export interface Place {
  readonly merchant: ShapedServer
  readonly gateway: ShapedServer
  readonly merchantOrigin: string
}

const FIELDS = ['cc-number', 'cc-exp', 'cc-csc']
const READY_TIMEOUT_MS = 30_000
const TYPED = '4242424242424242'
/** The browser's own pages come in bursts. Three checks in which renderers were almost idle come after all of them. */
const QUIET_LOOKS = 3
const QUIET_LOOK_MS = 100
const QUIET_CPU_MS = 10

/** Measures one cold load of a contender's page, in a separate context. */
export async function measureForm(
  browser: Browser,
  contender: Contender,
  { merchant, gateway, merchantOrigin }: Place,
  network: Network,
): Promise<FormFigures> {
  merchant.reset(network)
  gateway.reset(network)
  const context = await browser.newContext({ locale: 'en-US' })
  try {
    const page = await context.newPage()
    const cpuBeforeMs = await waitUntilQuiet(browser)
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
    await page.addInitScript(watchDocument, FIELDS)
    await page.goto(merchantOrigin, { waitUntil: 'commit' })
    const frames = await waitUntilReady(page, contender)
    const readyAt = Math.max(...(await Promise.all(frames.map((frame) => read(frame, 'readyAt')))))
    const startedAt = await page.evaluate(() => performance.timeOrigin)
    const cpuMs = (await rendererCpuMs(browser)) - cpuBeforeMs
    const { requests, sentBytes } = sum(merchant, gateway)
    const heapMegabytes = (await heapBytes(context, page, frames)) / 1e6
    const keyMs = await typeKeys(page, frames)
    return {
      readyMs: readyAt - startedAt,
      requests,
      wireBytes: sentBytes,
      jumpPx: await read(page.mainFrame(), 'jumpPx'),
      cpuMs,
      heapMegabytes,
      keyMs,
      thirdParties: [...hosts].filter((host) => host !== 'localhost' && host !== '127.0.0.1'),
    }
  } finally {
    await context.close()
  }
}

/** Runs in every document before its own scripts. */
function watchDocument(fields: readonly string[]): void {
  const seen = { readyAt: 0, jumpPx: 0, fields: [] as string[], keys: [] as number[] }
  Object.assign(window, { seen })
  const look = () => {
    const found = fields.filter((name) => document.querySelector(`input[autocomplete~="${name}"]`))
    if (found.length > seen.fields.length) seen.readyAt = performance.timeOrigin + performance.now()
    seen.fields = found
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  addEventListener('DOMContentLoaded', look)

  let firstTop: number | null = null
  const sample = () => {
    const top = document.querySelector('#pay')?.getBoundingClientRect().top
    if (top !== undefined && document.querySelector('#card')?.firstElementChild) {
      firstTop ??= top
      seen.jumpPx = Math.max(seen.jumpPx, Math.abs(top - firstTop))
    }
    requestAnimationFrame(sample)
  }
  requestAnimationFrame(sample)

  let pressedAt = 0
  addEventListener('keydown', () => (pressedAt = performance.now()), true)
  // The last listener to be called, after the microtasks of the others.
  addEventListener('input', () => setTimeout(() => seen.keys.push(performance.now() - pressedAt)))
}

/** @returns the documents that hold the inputs. */
async function waitUntilReady(page: Page, { name, frames: pattern }: Contender): Promise<Frame[]> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const frames = pattern ? page.frames().filter((frame) => pattern.test(frame.url())) : [page.mainFrame()]
    const found = await Promise.all(frames.map((frame) => readFields(frame)))
    if (new Set(found.flat()).size === FIELDS.length) return frames
    await page.waitForTimeout(20)
  }
  throw new Error(`${name}: not all fields were there after ${READY_TIMEOUT_MS} ms`)
}

async function readFields(frame: Frame): Promise<readonly string[]> {
  try {
    return await frame.evaluate(() => (window as unknown as Seen).seen.fields)
  } catch {
    // The document is still navigating.
    return []
  }
}

interface Seen {
  readonly seen: {
    readonly readyAt: number
    readonly jumpPx: number
    readonly fields: string[]
    readonly keys: number[]
  }
}

function read(frame: Frame, figure: 'readyAt' | 'jumpPx'): Promise<number> {
  return frame.evaluate((name) => (window as unknown as Seen).seen[name], figure)
}

/** Types without Playwright's locators, whose script would be measured, too. */
async function typeKeys(page: Page, frames: readonly Frame[]): Promise<number> {
  for (const frame of frames) {
    const isThere = await frame.evaluate(() => {
      const number = document.querySelector<HTMLInputElement>('input[autocomplete~="cc-number"]')
      number?.focus()
      return number !== null
    })
    if (!isThere) continue
    await page.keyboard.type(TYPED, { delay: 10 })
    await frame.waitForFunction(
      (count) => (window as unknown as Seen).seen.keys.length >= count,
      TYPED.length,
    )
    return median(await frame.evaluate(() => (window as unknown as Seen).seen.keys))
  }
  return NaN
}

/** Sums the page and its frames, which have separate processes. */
async function heapBytes(context: BrowserContext, page: Page, frames: readonly Frame[]): Promise<number> {
  // Frames of one site share a process.
  const targets = [page, ...frames.filter((frame) => frame !== page.mainFrame()).slice(0, 1)]
  let bytes = 0
  for (const target of targets) {
    const session = await context.newCDPSession(target)
    await session.send('HeapProfiler.collectGarbage')
    bytes += (await session.send('Runtime.getHeapUsage')).usedSize
    await session.detach()
  }
  return bytes
}

/**
 * Returns the processor time of all renderers since they started. One that ended in the meantime belonged to an earlier
 * measurement.
 */
async function rendererCpuMs(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return (
    processInfo.filter(({ type }) => type === 'renderer').reduce((total, { cpuTime }) => total + cpuTime, 0) *
    1_000
  )
}

/**
 * Waits until Chromium has rendered the parts of a new window that are pages themselves. Half of the variation came
 * from them.
 *
 * @returns what all renderers have used by then, in milliseconds.
 */
async function waitUntilQuiet(browser: Browser): Promise<number> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  let usedMs = await rendererCpuMs(browser)
  for (let quietLooks = 0; quietLooks < QUIET_LOOKS && Date.now() < deadline;) {
    await wait(QUIET_LOOK_MS)
    const nowMs = await rendererCpuMs(browser)
    quietLooks = nowMs - usedMs < QUIET_CPU_MS ? quietLooks + 1 : 0
    usedMs = nowMs
  }
  return usedMs
}

function sum(...servers: readonly ShapedServer[]): { requests: number; sentBytes: number } {
  return servers.reduce(
    (total, { requests, sentBytes }) => ({
      requests: total.requests + requests,
      sentBytes: total.sentBytes + sentBytes,
    }),
    { requests: 0, sentBytes: 0 },
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
