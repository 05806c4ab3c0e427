import { html, LitElement, nothing, type TemplateResult } from 'lit'

import { showInLine } from '../design/show-in-line.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'

/** A page of the settings. */
export type SettingsSection = keyof typeof SETTINGS_TEXTS.sections

const SECTIONS = Object.entries(SETTINGS_TEXTS.sections) as [SettingsSection, string][]

/**
 * `<portal-settings-navigation>`: leads from one page of the settings to the others. On a phone the links are a line that scrolls, and
 * the current one is in view. Its markup is part of the page's own tree.
 */
export class SettingsNavigation extends LitElement {
  static override properties = { current: {} }
  declare current: SettingsSection

  protected override createRenderRoot(): this {
    return this
  }

  protected override firstUpdated(): void {
    const link = this.querySelector('[aria-current]')
    if (link) showInLine(link)
  }

  protected override render(): TemplateResult {
    return html`<nav class="chips sections" aria-label=${SETTINGS_TEXTS.navigation}>
      ${SECTIONS.map(
        ([section, name]) =>
          html`<a
            class="choice"
            href="/settings/${section}"
            aria-current=${section === this.current ? 'page' : nothing}
            >${name}</a
          >`,
      )}
    </nav>`
  }
}

customElements.define('portal-settings-navigation', SettingsNavigation)
