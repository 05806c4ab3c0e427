import type { Page } from '@playwright/test'

/** Fills the clipboard with the keyboard, as people do: no browser needs a permission for that. */
export async function copyText(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => {
    const source = document.body.appendChild(document.createElement('textarea'))
    source.id = 'copied'
    source.value = content
    source.select()
  }, text)
  await page.keyboard.press('Control+c')
  await page.evaluate(() => document.querySelector('#copied')?.remove())
}
