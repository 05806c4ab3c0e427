import { expect } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { readHeap } from '../../models/heap.ts'

// Numbers that occur nowhere else: finding them means finding the card.
const NUMBER = '5555555555554444'
const CVV = '739'
const EXPIRY = '11/38'
const TRACES = [/5555[ -]?5555[ -]?5555[ -]?4444/, /\b739\b/, /\b11 ?\/ ?38\b/, /\b1138\b/]

test('no part of the page outside the frame has a trace of the card', async ({ fields, page }) => {
  const seen: [where: string, text: string][] = []
  page.on('request', (request) => {
    seen.push(['address', request.url()], ['body', request.postData() ?? ''])
    seen.push(['headers', JSON.stringify(request.headers())])
  })
  page.on('console', (message) => seen.push(['console', message.text()]))
  // Runs in every document before its own scripts: what windows say to each other, and what is written to a history.
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
  })
  await fields.open({ callback: 'none' })
  await fields.card.fillCard(NUMBER, EXPIRY, CVV)
  await fields.run('window.data = card.getDataWithValidation()')

  seen.push(
    ['page', await page.locator('html').evaluate(readDocument)],
    ['page', await page.evaluate('JSON.stringify([heard, changes, data])')],
    ['frame', await fields.card.frame.locator('html').evaluate(readDocument)],
  )
  // The number is in the inputs now, and the frame has a process of its own: this one's memory must not hold it.
  expect(await readHeap(page)).not.toMatch(TRACES[0] ?? /./)

  await fields.payButton.click()
  await page.waitForURL(/\/returned$/)
  seen.push(['storage', JSON.stringify(await page.context().storageState())])

  expect(
    seen.filter(([where]) => where === 'body').some(([, text]) => text.includes('encrypted_card_number')),
  ).toBe(true)
  for (const trace of TRACES) {
    expect(
      seen.filter(([, text]) => trace.test(text)).map(([where]) => where),
      String(trace),
    ).toEqual([])
  }
})

/** All data of a document that survives it, or that other scripts can read. */
function readDocument(html: Element): string {
  const read = (what: () => unknown) => {
    try {
      return what()
    } catch {
      // Browsers give frames of other sites no storage where they do not partition it.
      return null
    }
  }
  return JSON.stringify([
    html.outerHTML,
    read(() => ({ ...localStorage })),
    read(() => ({ ...sessionStorage })),
    history.state,
    read(() => document.cookie),
    location.href,
    performance.getEntries(),
  ])
}

test('ten thousand messages neither stop the form nor move it', async ({ fields, page }) => {
  await fields.open()
  await page.evaluate(() => {
    const shapes = [
      { type: 'hello', v: 1, nonce: '0'.repeat(32) },
      { type: 'init', v: 1, nonce: '' },
      { type: 'state', field: 'number', valid: true, empty: false },
      { type: 'result', response: { approved: true } },
      { __proto__: { type: 'ready' } },
      JSON.stringify({ type: 'ready' }),
      null,
    ]
    for (let count = 0; count < 5_000; count += 1) {
      const shape = shapes[count % shapes.length]
      window.postMessage(shape, '*')
      window[0]?.postMessage(shape, '*')
    }
  })
  expect(await page.evaluate('[changes, errors, outcomes]')).toEqual([[], [], []])
  await fields.pay(NUMBER)
  await fields.expectApproved()
  expect(await page.evaluate('errors')).toEqual([])
})

test('a stranger’s frame that stole the nonce receives nothing and is ignored', async ({
  fields,
  merchant,
  page,
}) => {
  // Worse than any real stranger: it runs before every script of the page and reads the nonce when it is created.
  const stranger = merchant.sameSiteOrigin
  await page.addInitScript((strangerOrigin) => {
    if (window !== parent) return
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => Array.from(addedNodes))) {
        const frame = (node as Element).querySelector?.('iframe') ?? node
        const { src = '' } = frame as Partial<HTMLIFrameElement>
        if (!src.includes('/card-frame/')) continue
        const nonce = new URLSearchParams(src.split('#')[1]).get('nonce')
        document
          .querySelector<HTMLIFrameElement>('#stranger')
          ?.contentWindow?.postMessage({ nonce }, strangerOrigin)
      }
    }).observe(document, { childList: true, subtree: true })
  }, stranger)
  await page.route(`${stranger}/stranger`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${STRANGER}</script>` }),
  )
  await fields.open({
    mount: 'later',
    frames: `${new URL(stranger).origin} http://127.0.0.1:* http://*.localhost:*`,
  })
  await page.evaluate(async (address) => {
    const frame = document.createElement('iframe')
    frame.id = 'stranger'
    frame.src = address
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
  }, `${stranger}/stranger`)
  await fields.run(`await card.mount('#card'); document.body.dataset.mounted = ''`)
  await page.locator('body[data-mounted]').waitFor()
  await fields.pay(NUMBER)
  await fields.expectApproved()

  const { attempts, answers } = await page
    .frameLocator('#stranger')
    .locator('body')
    .evaluate(() => (window as unknown as { told: { attempts: number; answers: string[] } }).told)
  expect(attempts).toBeGreaterThan(0)
  expect(answers).toEqual([])
})

/** Greets the page as the card frame would, and offers the card frame a port of its own as the page would. */
const STRANGER = `
  window.told = { attempts: 0, answers: [] }
  addEventListener('message', ({ data, ports, source }) => {
    if (!data?.nonce || data.type) return void told.answers.push(JSON.stringify(data))
    for (let count = 0; count < 200; count += 1) {
      setTimeout(() => {
        told.attempts += 1
        parent.postMessage({ type: 'hello', v: 1, nonce: data.nonce }, '*')
        for (let index = 0; index < parent.length; index += 1) {
          if (parent[index] === window) continue
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = (event) => told.answers.push(JSON.stringify(event.data))
          parent[index].postMessage({ type: 'init', v: 1, nonce: data.nonce }, '*', [port2])
        }
      }, count * 5)
    }
  })
`
