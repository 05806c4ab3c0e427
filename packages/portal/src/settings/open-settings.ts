import type { Frame, Page } from '../app/page.ts'
import { ClientKeysPage } from './client-keys-page.ts'
import { CredentialsPage } from './credentials-page.ts'
import { LookPage } from './look-page.ts'
import { RulesPage } from './rules-page.ts'
import type { SettingsSection } from './settings-navigation.ts'
import { TerminalsPage } from './terminals-page.ts'
import { WebhookHostsPage } from './webhook-hosts-page.ts'

const PAGES = {
  credentials: CredentialsPage,
  terminals: TerminalsPage,
  origins: ClientKeysPage,
  look: LookPage,
  rules: RulesPage,
  'webhook-hosts': WebhookHostsPage,
} as const satisfies Record<SettingsSection, new (frame: Frame) => Page>

/** The page of a section; null where there is none of that name. */
export function openSettings(frame: Frame, section: string): Page | null {
  return Object.hasOwn(PAGES, section) ? new PAGES[section as SettingsSection](frame) : null
}
