import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations, expectReadableInTheDark } from '../models/axe.ts'

/** Sites without a server: one document each, the last with the fault. */
async function openNested(page: Page, wrong: string): Promise<void> {
  const documents: Readonly<Record<string, string>> = {
    'https://shop.example/': '<iframe title="Form" src="https://gateway.example/"></iframe>',
    'https://gateway.example/': '<iframe title="Bank" src="https://bank.example/"></iframe>',
    'https://bank.example/': wrong,
  }
  await page.unrouteAll()
  await page.route('**/*', (route) => {
    const body = documents[route.request().url()] ?? ''
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>A</title>${body}`,
    })
  })
  await page.goto('https://shop.example/')
}

test('axe finds violations in a cross-site frame inside a cross-site frame', async ({ page }) => {
  await openNested(page, '<p>Pay</p>')
  await expectNoViolations(page)
  await openNested(page, '<img src="data:,">')
  await expect(expectNoViolations(page)).rejects.toThrow('image-alt')
})

test('axe finds low contrast that only dark mode has, in such a frame', async ({ page }) => {
  await openNested(page, '<style>@media (prefers-color-scheme: dark) { p { color: #ccc } }</style><p>Pay</p>')
  await expectNoViolations(page)
  await expect(expectReadableInTheDark(page)).rejects.toThrow('color-contrast')
})
