import { BRANDING_COLORS, LANGUAGES, SPOKEN_WHEN_ENABLED } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import { Refusal } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { applyDraft, type LookDraft } from './look-draft.ts'
import { LookPreview } from './look-preview.ts'
import { loadSettings, saveSettings, type LookSettings, type Settings } from './settings.ts'
import { managedByFile, settingsNavigation } from './settings-navigation.ts'

const { look: texts } = SETTINGS_TEXTS

/** What a colour begins with in the browser's chooser where the merchant has none. */
const NO_COLOR = '#808080'

/** Language and looks of the payment page, which is shown beside them as they would make it. */
export class LookPage implements Page {
  readonly title = texts.title
  readonly section = SETTINGS_TEXTS.title
  readonly #frame: Frame
  readonly #settings: Loading<Settings>
  readonly #preview: LookPreview
  #draft: LookDraft = {}
  #reason = ''
  #key = crypto.randomUUID() as string

  constructor(frame: Frame) {
    this.#frame = frame
    this.#preview = new LookPreview(frame)
    this.#settings = new Loading(frame, async (signal) => {
      const settings = await loadSettings(signal)
      void this.#preview.show(applyDraft(settings.settings, this.#draft))
      return settings
    })
  }

  leave(): void {
    this.#settings.stop()
  }

  view(): TemplateResult {
    return html`${settingsNavigation('look')}
      <h1 tabindex="-1">${this.title}</h1>
      ${managedByFile(this.#settings.value)}
      <div class="beside">
        ${this.#settings.view((settings) => this.#form(settings))} ${this.#preview.view()}
      </div>`
  }

  #form({ settings, managed_by: manager }: Settings): TemplateResult {
    const look = applyDraft(settings, this.#draft)
    const mayChange = manager === 'PORTAL' && this.#frame.may('changeLook')
    return html`<form class="fields" @submit=${(event: Event) => void this.#save(event)}>
      <label
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
      </fieldset>
      <fieldset ?disabled=${!mayChange}>
        <legend>${texts.colorsTitle}</legend>
        <p class="hint">${texts.colorsHint}</p>
        ${BRANDING_COLORS.map((color) => this.#color(color, look))}
      </fieldset>
      <fieldset ?disabled=${!mayChange}>
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
      </fieldset>
      ${this.#reason === '' ? nothing : html`<p class="notice bad" role="alert">${this.#reason}</p>`}
      ${mayChange ? html`<p class="buttons"><button class="main">${SETTINGS_TEXTS.save}</button></p>` : nothing}
    </form>`
  }

  #color(color: string, { branding }: LookSettings): TemplateResult {
    const value = branding.colors[color] ?? ''
    const change = (event: Event) => this.#change(`colors.${color}`, valueOf(event))
    const name = texts.colors[color] ?? color
    return html`<div class="color">
      <label for=${color}>${name}</label>
      <input
        id=${color}
        .value=${value}
        placeholder=${texts.standard}
        pattern="#[0-9a-fA-F]{6}"
        autocomplete="off"
        spellcheck="false"
        @change=${change}
      />
      <input
        type="color"
        aria-label=${texts.choose(name)}
        .value=${/^#[0-9a-f]{6}$/i.test(value) ? value : NO_COLOR}
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
    this.#key = crypto.randomUUID()
    const settings = this.#settings.value
    if (settings) void this.#preview.show(applyDraft(settings.settings, this.#draft))
    this.#frame.redraw()
  }

  async #save(event: Event): Promise<void> {
    event.preventDefault()
    const settings = this.#settings.value
    if (settings === null) return
    try {
      await saveSettings('look', settings.version, applyDraft(settings.settings, this.#draft), this.#key)
      this.#draft = {}
      this.#reason = ''
      this.#frame.say(SETTINGS_TEXTS.saved)
      await this.#settings.start()
    } catch (error) {
      this.#reason = this.#frame.explain(error)
      this.#key = crypto.randomUUID()
      // What was typed stays, on top of what is saved now.
      if (error instanceof Refusal && error.kind === 'conflict') await this.#settings.start()
    }
    this.#frame.redraw()
  }
}

function valueOf(event: Event): string {
  return (event.currentTarget as HTMLInputElement | HTMLSelectElement).value
}
