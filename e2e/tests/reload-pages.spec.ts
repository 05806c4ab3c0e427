import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { findFreePort } from '../../packages/platform/test/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The shops of `npm run dev`: one has a content security policy, one ends only when its last connection has. */
for (const example of ['embedded-checkout', 'hosted-page-redirect'])
  test(`npm run dev: pages of ${example} reload when the shop was started again`, async ({ page }) => {
    const port = await findFreePort()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
    })
    const first = await startShop(example, port)
    await page.goto(`http://127.0.0.1:${port}/`)
    await expect(page.locator('script[src^="/dev/reload.js"]')).toHaveCount(1)
    const mark = () => page.evaluate(() => document.documentElement.dataset['mark'])
    await page.evaluate(() => (document.documentElement.dataset['mark'] = 'before'))
    const streamed = page.waitForResponse(/\/dev\/starts$/)
    await page.reload()
    await streamed
    await page.evaluate(() => (document.documentElement.dataset['mark'] = 'before'))
    expect(await stop(first)).toBe(0)
    expect(await mark()).toBe('before')

    const second = await startShop(example, port)
    await expect.poll(() => mark().catch(() => 'away')).toBeUndefined()
    expect(complaints).toEqual([])
    expect(await stop(second)).toBe(0)
  })

function startShop(example: string, port: number): Promise<ChildProcess> {
  const nowhere = 'http://127.0.0.1:9'
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(ROOT, 'tools/reload-pages.mjs'),
      join(ROOT, `examples/${example}/src/server.ts`),
      '--json',
    ],
    {
      env: {
        ...process.env,
        PORT: String(port),
        SLUICE_BASE_URL: nowhere,
        SLUICE_METHODS_URL: nowhere,
        SLUICE_AUTH_URL: nowhere,
        SLUICE_REALM: 'none',
        SLUICE_CLIENT_ID: 'none',
        SLUICE_CLIENT_SECRET: 'none',
        SLUICE_CLIENT_KEY: 'none',
        SLUICE_TERMINAL_ID: 'none',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('shop_url')) resolve(child)
    })
    child.once('close', (code) => reject(new Error(`the shop ended with ${code}`)))
  })
}

function stop(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  return ended
}
