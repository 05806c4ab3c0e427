import type { Locator } from '@playwright/test'

/** Presses a button that closes its window, which may be gone before Playwright learns that the press is done. */
export async function pressToClose(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error
  })
}
