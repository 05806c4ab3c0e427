import { html, nothing, type TemplateResult } from 'lit'

import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'

/** The note that is shown where people at the portal cannot change anything. */
export function managedByFile(
  settings: { readonly managed_by: 'FILE' | 'PORTAL' } | undefined,
): TemplateResult | typeof nothing {
  return settings?.managed_by === 'FILE'
    ? html`<p class="notice">${SETTINGS_TEXTS.managedByFile}</p>`
    : nothing
}
