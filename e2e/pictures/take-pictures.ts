/** `npm run pictures`: takes the pictures of the documentation at a built gateway and writes them into `docs/images`. */
import { writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../tools/ensure-chromium.mjs'
import { startGateway } from '../fixtures/gateway.ts'
import { startRedirectingShop } from '../fixtures/redirecting-shop.ts'
import { startShop } from '../fixtures/shop.ts'
import { PICTURE_MAX_BYTES, PICTURES } from './names.ts'
import { SHOTS } from './pictures.ts'
import { openPortalShop } from './portal-shop.ts'

/** The quality of WebP at which letters stay sharp. */
const QUALITY = 80

const executablePath = findChromium()
if (!executablePath) throw new Error('No Chromium in PATH: set SLUICE_CHROMIUM to its path.')
const gateway = await startGateway()
const shop = await startShop(gateway)
const redirectingShop = await startRedirectingShop(gateway)
const portalShop = await openPortalShop(gateway)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const stage = { gateway, shopUrl: shop.ready.shop_url, redirectingShop, portalShop }
  for (const name of PICTURES) {
    const { look, arrange } = SHOTS[name]
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...look })
    const page = await context.newPage()
    const picture = await take(await arrange(page, stage))
    if (picture.length > PICTURE_MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes`)
    writeFileSync(new URL(`../../docs/images/${name}`, import.meta.url), picture)
    process.stdout.write(`${name}: ${picture.length} bytes\n`)
    await context.close()
  }
} finally {
  await browser.close()
  await portalShop.stop()
  await redirectingShop.stop()
  await shop.stop()
  await gateway.stop()
}

async function take(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready)
  // After two animation frames, the last change has been drawn.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  return Buffer.from(data, 'base64')
}
