import { expect, test } from '@playwright/test'

test('the browser has every feature disabled that Playwright disables', async ({ page }) => {
  await page.goto('chrome://version')
  const commandLine = await page.locator('#command_line').innerText()
  const lists = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) => list.split(','))
  expect(lists).toHaveLength(2)
  const [playwrights = [], ours] = lists
  expect(ours).toEqual(expect.arrayContaining(playwrights))
})
