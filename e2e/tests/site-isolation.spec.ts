import { expect } from '@playwright/test'
import { test } from '../fixtures/fields-test.ts'

test('the frame with the card fields runs in its own process', async ({ fields, page }) => {
  await fields.open()
  const frame = page.frames().find((known) => known.url().includes('/card-frame/'))
  if (!frame) throw new Error('The page has no card frame')
  const ofFrame = await page.context().newCDPSession(frame)
  const ofPage = await page.context().newCDPSession(page)
  const [{ targetInfo: inFrame }, { targetInfo: onPage }] = await Promise.all([
    ofFrame.send('Target.getTargetInfo'),
    ofPage.send('Target.getTargetInfo'),
  ])
  expect([onPage.type, inFrame.type]).toEqual(['page', 'iframe'])
})
