import { html, type TemplateResult } from 'lit'

import { Refusal } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { DeedDialog, type DeedForm } from '../app/deed-dialog.ts'
import { loadSettings, saveSettings, type Settings } from './settings.ts'
import { managedByFile, settingsNavigation, type SettingsSection } from './settings-navigation.ts'

/** A page of settings that shows what there is, and changes one record at a time in a dialog. */
export abstract class SettingsDialogPage<Deed> implements Page {
  readonly title: string
  readonly section = SETTINGS_TEXTS.title
  protected readonly frame: Frame
  protected readonly dialog: DeedDialog<Deed>
  readonly #name: SettingsSection
  readonly #settings: Loading<Settings>

  constructor(frame: Frame, name: SettingsSection) {
    this.frame = frame
    this.#name = name
    this.title = SETTINGS_TEXTS.sections[name]
    this.dialog = new DeedDialog(frame, 'setting', (deed, form) => this.form(deed, form))
    this.#settings = new Loading(frame, loadSettings)
  }

  leave(): void {
    this.#settings.stop()
  }

  view(): TemplateResult {
    return html`${settingsNavigation(this.#name)}
      <h1 tabindex="-1">${this.title}</h1>
      ${managedByFile(this.#settings.value)} ${this.#settings.view((settings) => this.show(settings))}
      ${this.dialog.view()}`
  }

  /** What there is. */
  protected abstract show(settings: Settings): TemplateResult

  /** What the dialog asks. */
  protected abstract form(deed: Deed, form: DeedForm): TemplateResult

  protected mayChange(action: string): boolean {
    return this.#settings.value?.managed_by === 'PORTAL' && this.frame.may(action)
  }

  /**
   * Saves what the dialog has. Where somebody else was faster, the newest settings are loaded and what was typed stays.
   *
   * @param wish - of the settings as they are.
   */
  protected save(path: string, wish: (settings: Settings) => object, key: string): Promise<void> {
    return this.dialog.do(async () => {
      const settings = this.#settings.value
      if (settings === null) return
      try {
        await saveSettings(path, settings.version, wish(settings), key)
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'conflict') await this.#settings.start()
        throw error
      }
      this.dialog.close()
      this.frame.say(SETTINGS_TEXTS.saved)
      await this.#settings.start()
    })
  }
}
