import { BRANDING_COLORS, LANGUAGES, SPOKEN_WHEN_ENABLED } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import './look-preview.ts'
import './settings-navigation.ts'
import { Action } from '../app/action.ts'
import { Refusal } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { applyDraft, type LookDraft } from './look-draft.ts'
import type { LookPreviewElement } from './look-preview.ts'
import { loadSettings, type LookSettings, saveSettings, type Settings } from './settings.ts'
import { managedByFile } from './managed-by-file.ts'

const { look: texts } = SETTINGS_TEXTS

/** Shown until the preview has loaded the color in use. */
const UNKNOWN_COLOR = '#808080'

/** `<portal-look-page>`: language and look of the payment page, which is shown next to them. */
export class LookPage extends PageElement {
  readonly #settings = new Loader(this, loadSettings)
  readonly #saving = new Action(this)
  #draft: LookDraft = {}
  /** The colors that the payment page shows, including defaults for colors that are not set. */
  #colors: Readonly<Record<string, string>> = {}

  protected override render(): TemplateResult {
    const settings = this.#settings.value
    return html`<portal-settings-navigation current="look"></portal-settings-navigation>
      <h1 tabindex="-1">${texts.title}</h1>
      ${managedByFile(settings)}
      <div class="beside">
        ${this.#settings.render((loaded) => this.#form(loaded))}
        ${
          settings === undefined
            ? nothing
            : html`<portal-look-preview
                class="preview"
                .look=${applyDraft(settings.settings, this.#draft)}
                @colors=${(event: Event) => this.#learnColors(event)}
              ></portal-look-preview>`
        }
      </div>`
  }

  #learnColors(event: Event): void {
    this.#colors = (event.currentTarget as LookPreviewElement).colors
    this.requestUpdate()
  }

  #form({ settings, managed_by: manager }: Settings): TemplateResult {
    const look = applyDraft(settings, this.#draft)
    const mayChange = manager === 'PORTAL' && this.portal.may('changeLook')
    const { reason } = this.#saving
    return html`<form class="fields" @submit=${(event: Event) => void this.#save(event)}>
      ${this.#languages(look, mayChange)}
      <fieldset ?disabled=${!mayChange}>
        <legend>${texts.colorsTitle}</legend>
        <p class="hint">${texts.colorsHint}</p>
        ${BRANDING_COLORS.map((color) => this.#color(color, look))}
      </fieldset>
      ${this.#more(look, mayChange)}
      ${reason === '' ? nothing : html`<p class="notice bad" role="alert">${reason}</p>`}
      ${
        mayChange
          ? html`<p class="buttons">
              <button class="main" aria-busy=${this.#saving.isBusy ? 'true' : 'false'}>
                ${SETTINGS_TEXTS.save}
              </button>
            </p>`
          : nothing
      }
    </form>`
  }

  #languages(look: LookSettings, mayChange: boolean): TemplateResult {
    return html`<label
        >${texts.language}
        <select ?disabled=${!mayChange} @change=${(event: Event) => this.#change('language', valueOf(event))}>
          ${Object.entries(LANGUAGES).map(
            ([language, { ownName }]) =>
              html`<option value=${language} ?selected=${language === look.language}>${ownName}</option>`,
          )}
        </select></label
      >
      <fieldset ?disabled=${!mayChange}>
        <legend>${texts.languages}</legend>
        ${SPOKEN_WHEN_ENABLED.map(
          (language) =>
            html`<label class="check">
              <input
                type="checkbox"
                .checked=${look.languages.includes(language)}
                @change=${(event: Event) => this.#switchLanguage(look, language, event)}
              />
              ${LANGUAGES[language].ownName}
            </label>`,
        )}
      </fieldset>`
  }

  #more(look: LookSettings, mayChange: boolean): TemplateResult {
    return html`<fieldset ?disabled=${!mayChange}>
      <legend>${texts.more}</legend>
      ${(['logo_url', 'font_url', 'font_family'] as const).map(
        (name) =>
          html`<label
            >${texts[name]}
            <input
              type=${name === 'font_family' ? 'text' : 'url'}
              .value=${look.branding[name] ?? ''}
              @change=${(event: Event) => this.#change(name, valueOf(event))}
          /></label>`,
      )}
      <p class="hint">${texts.filesHint}</p>
      <label class="check">
        <input
          type="checkbox"
          .checked=${look.shoppers_remove_cards}
          @change=${(event: Event) =>
            this.#change('shoppers_remove_cards', (event.currentTarget as HTMLInputElement).checked)}
        />
        ${texts.removeCards}
      </label>
    </fieldset>`
  }

  /** A color that is not set shows the one in use as its placeholder, and in its swatch. */
  #color(color: string, { branding }: LookSettings): TemplateResult {
    const value = branding.colors[color] ?? ''
    const inUse = this.#colors[color] ?? UNKNOWN_COLOR
    const change = (event: Event) => this.#change(`colors.${color}`, valueOf(event))
    const name = texts.colors[color] ?? color
    return html`<div class="color">
      <label for=${color}>${name}</label>
      <input
        id=${color}
        .value=${value}
        placeholder=${this.#colors[color] ?? texts.standard}
        pattern="#[0-9a-fA-F]{6}"
        autocomplete="off"
        spellcheck="false"
        @change=${change}
      />
      <input
        type="color"
        aria-label=${texts.choose(name)}
        .value=${/^#[0-9a-f]{6}$/i.test(value) ? value : inUse}
        @input=${change}
      />
    </div>`
  }

  #switchLanguage(look: LookSettings, language: string, event: Event): void {
    const others = look.languages.filter((one) => one !== language)
    const isOn = (event.currentTarget as HTMLInputElement).checked
    this.#change('languages', isOn ? [...others, language] : others)
  }

  #change(name: string, value: LookDraft[string]): void {
    this.#draft = { ...this.#draft, [name]: value }
    this.#saving.reset()
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault()
    const settings = this.#settings.value
    if (settings === undefined) return
    await this.#saving.run(async (key) => {
      try {
        await saveSettings('look', settings.version, applyDraft(settings.settings, this.#draft), key)
      } catch (error) {
        // Typed values are kept, on top of what is saved now.
        if (error instanceof Refusal && error.kind === 'conflict') await this.#settings.reload()
        throw error
      }
      this.#draft = {}
      this.portal.announce(SETTINGS_TEXTS.saved)
      await this.#settings.reload()
    })
  }
}

function valueOf(event: Event): string {
  return (event.currentTarget as HTMLInputElement | HTMLSelectElement).value
}

customElements.define('portal-look-page', LookPage)
