import type { Locator } from '@playwright/test'

/** Presses a button that closes its window, which may be gone before Playwright has confirmed the press. */
export async function pressToClose(button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!button.page().isClosed()) throw error
  })
}
