import { expect, type Page } from '@playwright/test'

import type { Hands } from './hands.ts'
import { expectSecretRemoved } from './read-page.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

/** A program of the merchant: what the person was shown when it was made. */
export interface Program {
  readonly client_id: string
  readonly client_secret: string
}

/** Takes over what the dialog shows this once. */
export async function readShown(
  page: Page,
  press: Hands['press'] = (goal) => goal.click(),
): Promise<Program> {
  const shown = dialogOf(page).locator('dd code')
  await expect(shown).toHaveCount(2)
  const [id = '', secret = ''] = await shown.allTextContents()
  await expectSecretRemoved(page, secret, () => press(dialogOf(page).getByRole('button', { name: 'Done' })))
  return { client_id: id, client_secret: secret }
}

/** Creates credentials for a program. */
export async function createProgram(page: Page): Promise<Program> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'New client…' }).click()
  await dialogOf(page).getByLabel('Name').fill('shop')
  await dialogOf(page).getByRole('button', { name: 'Create client' }).click()
  return readShown(page)
}
