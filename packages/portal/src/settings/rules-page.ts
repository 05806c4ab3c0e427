import { RISK_EFFECTS, RISK_MEASURES, RISK_SUBJECTS } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import type { Frame } from '../app/page.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import type { DeedForm } from '../app/deed-dialog.ts'
import { hasStandardRules, heldRules, withoutRule, withRule } from './held-rules.ts'
import type { Rule, Settings } from './settings.ts'
import { SettingsDialogPage } from './settings-dialog-page.ts'

const { rules: texts } = SETTINGS_TEXTS

type Deed = { readonly is: 'add' | 'restore' } | { readonly is: 'remove'; readonly rule: Rule }

/** Limits of what may happen within a time: what exceeds one is declined without asking bank or provider. */
export class RulesPage extends SettingsDialogPage<Deed> {
  constructor(frame: Frame) {
    super(frame, 'rules')
  }

  protected show(settings: Settings): TemplateResult {
    const { environment } = this.frame.session
    const { blocked } = settings
    const [rules, isStandard] = [heldRules(settings), hasStandardRules(settings)]
    return html`<p>${texts.lead}</p>
      ${blocked === 0 ? nothing : html`<p class="notice">${texts.blocked(blocked)}</p>`}
      ${
        this.mayChange('changeRisk')
          ? html`<p class="buttons">
              <button type="button" class="main" @click=${() => this.dialog.open({ is: 'add' })}>
                ${texts.add}
              </button>
              ${
                isStandard
                  ? nothing
                  : html`<button type="button" @click=${() => this.dialog.open({ is: 'restore' })}>
                      ${texts.restore}
                    </button>`
              }
            </p>`
          : nothing
      }
      ${isStandard ? html`<p class="notice">${texts.standard[environment]}</p>` : nothing}
      ${
        rules.length > 0
          ? this.#table(rules)
          : isStandard
            ? nothing
            : html`<p class="notice">${texts.none}</p>`
      }`
  }

  #table(rules: readonly Rule[]): TemplateResult {
    return html`<table>
      <caption class="unseen">
        ${texts.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${texts.rule}</th>
          <th scope="col" class="wide">${texts.effect}</th>
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${rules.map(
          (rule) =>
            html`<tr>
              <th scope="row">${rule.id}<span class="below">${texts.say(rule)}</span></th>
              <td class="wide">${texts.effects[rule.effect ?? 'BLOCK']}</td>
              <td class="number">
                ${
                  this.mayChange('changeRisk')
                    ? html`<button type="button" @click=${() => this.dialog.open({ is: 'remove', rule })}>
                        ${texts.remove}<span class="unseen"> ${rule.id}</span>
                      </button>`
                    : nothing
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }

  protected form(deed: Deed, form: DeedForm): TemplateResult {
    switch (deed.is) {
      case 'add':
        return this.#addForm(form)
      case 'remove':
        return this.#removeForm(deed.rule, form)
      case 'restore':
        return this.#restoreForm(form)
    }
  }

  #addForm({ key, reason, cancel }: DeedForm): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      const rule = readRule(new FormData(event.currentTarget as HTMLFormElement))
      void this.save('risk', (settings) => withRule(settings, rule), key)
    }
    const choice = (name: 'subject' | 'counts' | 'effect', options: readonly string[], words: object) =>
      html`<label for=${name}>${texts[name]}</label>
        <select id=${name} name=${name}>
          ${options.map(
            (one) =>
              html`<option value=${one}>${(words as Readonly<Record<string, string>>)[one] ?? one}</option>`,
          )}
        </select>`
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${texts.addTitle}</h2>
      <label for="id">${texts.id}</label>
      <input id="id" name="id" required pattern="[a-z0-9][a-z0-9\\-]{0,39}" autocomplete="off" />
      ${choice('subject', RISK_SUBJECTS, texts.subjects)} ${choice('counts', RISK_MEASURES, texts.measures)}
      <label for="most">${texts.most}</label>
      <input id="most" name="most" type="number" min="1" step="1" required />
      <label for="currency">${texts.currency}</label>
      <input id="currency" name="currency" pattern="[A-Z]{3}" maxlength="3" autocomplete="off" />
      <label for="within">${texts.within}</label>
      <input id="within" name="within" type="number" min="1" step="1" required value="60" />
      ${choice('effect', RISK_EFFECTS, texts.effects)} ${reason}
      <p class="buttons">${cancel}<button class="main">${texts.confirmAdd}</button></p>
    </form>`
  }

  #removeForm({ id }: Rule, { key, reason, cancel }: DeedForm): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      void this.save('risk', (settings) => withoutRule(settings, id), key)
    }
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${texts.removeTitle(id)}</h2>
      <p>${texts.removeHint}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${texts.confirmRemove}</button></p>
    </form>`
  }

  #restoreForm({ key, reason, cancel }: DeedForm): TemplateResult {
    const submit = (event: SubmitEvent) => {
      event.preventDefault()
      void this.save('risk', () => ({ rules: null }), key)
    }
    return html`<form @submit=${submit}>
      <h2 id="setting-title">${texts.restoreTitle}</h2>
      <p>${texts.restoreHint[this.frame.session.environment]}</p>
      ${reason}
      <p class="buttons">${cancel}<button class="main">${texts.confirmRestore}</button></p>
    </form>`
  }
}

function readRule(form: FormData): Rule {
  const text = (name: string) => String(form.get(name))
  return {
    id: text('id'),
    subject: text('subject'),
    counts: text('counts'),
    most: Number(text('most')),
    within_minutes: Number(text('within')),
    effect: text('effect'),
    ...(text('currency') === '' ? {} : { currency: text('currency') }),
  }
}
