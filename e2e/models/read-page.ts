import { expect, type Page } from '@playwright/test'

/**
 * Returns the whole content of a page: its markup with what is in shadow roots and in fields, which `page.content()`
 * leaves out.
 */
export function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const read = (root: Document | ShadowRoot): string[] => [
      root instanceof Document ? root.documentElement.outerHTML : root.innerHTML,
      ...[...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? read(shadowRoot) : [])),
    ]
    return read(document).join('\n')
  })
}

/** Leaves what shows a secret, and expects that the page holds it before and not afterwards. */
export async function expectSecretRemoved(
  page: Page,
  secret: string,
  leave: () => Promise<void>,
): Promise<void> {
  expect(await readPage(page)).toContain(secret)
  await leave()
  await expect.poll(() => readPage(page)).not.toContain(secret)
}
