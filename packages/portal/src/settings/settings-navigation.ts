import { html, nothing, type TemplateResult } from 'lit'

import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'

/** A page of the settings. */
export type SettingsSection = keyof typeof SETTINGS_TEXTS.sections

const SECTIONS = Object.entries(SETTINGS_TEXTS.sections) as [SettingsSection, string][]

/** Leads from one page of the settings to the others. */
export function settingsNavigation(current: SettingsSection): TemplateResult {
  return html`<nav class="chips" aria-label=${SETTINGS_TEXTS.navigation}>
    ${SECTIONS.map(
      ([section, name]) =>
        html`<a
          class="choice"
          href="/settings/${section}"
          aria-current=${section === current ? 'page' : nothing}
          >${name}</a
        >`,
    )}
  </nav>`
}

/** The note that is shown where people at the portal cannot change anything. */
export function managedByFile(
  settings: { readonly managed_by: 'FILE' | 'PORTAL' } | undefined,
): TemplateResult | typeof nothing {
  return settings?.managed_by === 'FILE'
    ? html`<p class="notice">${SETTINGS_TEXTS.managedByFile}</p>`
    : nothing
}
