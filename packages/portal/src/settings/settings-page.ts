import { html, type PropertyValues, type TemplateResult } from 'lit'

import '../app/confirm-dialog.ts'
import { Refusal } from '../app/ask.ts'
import type { ConfirmDialog, DialogContent } from '../app/confirm-dialog.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { loadSettings, saveSettings, type Settings } from './settings.ts'
import { managedByFile } from './managed-by-file.ts'
import './settings-navigation.ts'
import type { SettingsSection } from './settings-navigation.ts'

/** A page of settings that shows what there is, and changes one record at a time in a dialog. */
export abstract class SettingsPage<Request> extends PageElement {
  readonly #settings = new Loader(this, loadSettings)
  #wasLoaded = false
  protected abstract readonly sectionName: SettingsSection

  protected override render(): TemplateResult {
    return html`<portal-settings-navigation current=${this.sectionName}></portal-settings-navigation>
      <h1 tabindex="-1">${SETTINGS_TEXTS.sections[this.sectionName]}</h1>
      ${managedByFile(this.#settings.value)} ${this.#settings.render((settings) => this.show(settings))}
      <portal-confirm-dialog
        .content=${(request: Request, problemOf: (member: string) => string | null) =>
          this.content(request, problemOf)}
      ></portal-confirm-dialog>`
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed)
    const settings = this.#settings.value
    if (settings === undefined || this.#wasLoaded) return
    this.#wasLoaded = true
    this.begin(settings)
  }

  /** Performs the action in the address once, such as opening a form. */
  protected begin(_settings: Settings): void {}

  /** Renders the section. */
  protected abstract show(settings: Settings): TemplateResult

  /** Returns the content of the dialog for a request. */
  protected abstract content(
    request: Request,
    problemOf: (member: string) => string | null,
  ): DialogContent<Request>

  protected open(request: Request): void {
    void this.renderRoot.querySelector<ConfirmDialog<Request>>('portal-confirm-dialog')?.open(request)
  }

  protected mayChange(action: string): boolean {
    return this.#settings.value?.managed_by === 'PORTAL' && this.portal.may(action)
  }

  /**
   * Saves a change of the newest settings. If a colleague was faster, their changes are loaded, and the typed values
   * are kept.
   */
  protected async save(path: string, change: (settings: Settings) => object, key: string): Promise<void> {
    const settings = this.#settings.value
    if (settings === undefined) return
    try {
      await saveSettings(path, settings.version, change(settings), key)
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'conflict') await this.#settings.reload()
      throw error
    }
    this.portal.announce(SETTINGS_TEXTS.saved)
    await this.#settings.reload()
  }
}
