import type { Page } from '@playwright/test'

/** A page that complains broke a policy, or itself. */
export function listComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}
