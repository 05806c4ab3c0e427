import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { expect, onTestFinished, vi } from 'vitest'
import { findChromium } from '../../tools/ensure-chromium.mjs'
import type { Consumer } from './consumer.ts'

const PAGE = join(import.meta.dirname, '../../docs/quick-start.md')

/**
 * Follows the quick start word for word in an empty folder: three commands, thirty lines, a challenge and a verified webhook.
 *
 * @param shopPort - what `PORT` is in the folder's environment.
 * @param take - is called with each command before it runs, and returns it.
 */
export async function followQuickStart(
  shop: Consumer,
  shopPort: number,
  take: (command: string) => string = (command) => command,
): Promise<void> {
  const address = `http://127.0.0.1:${shopPort}`
  const text = readFileSync(PAGE, 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)]
  const commands = blocks.filter(([, language]) => language === 'sh').map(([, , block = '']) => block.trim())
  const [program = ''] = blocks.filter(([, language]) => language === 'js').map(([, , block = '']) => block)
  expect(commands).toHaveLength(3)
  expect(program.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(30)

  const [install = '', startGateway = '', startShop = ''] = commands.map(take)
  await shop.run(install)
  await shop.start(startGateway).waitFor('Sluice is ready at ')
  shop.write('shop.mjs', program)
  const selling = shop.start(startShop)
  await vi.waitFor(() => fetch(`${address}/done`), { timeout: 30_000 })

  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox'],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const kit = join(shop.folder, 'node_modules/@sluice/server-sdk/dist/testing')
  const { fillCard, passChallenge } = (await import(pathToFileURL(join(kit, 'playwright.js')).href)) as {
    fillCard(page: Page, card: { number: string }): Promise<void>
    passChallenge(page: Page, password: string): Promise<void>
  }
  await page.goto(address)
  await fillCard(page, { number: '4000 0027 6000 3184' })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await passChallenge(page, '1234')
  await selling.waitFor('paid: ')
  await page.waitForURL(`${address}/done`)
}
