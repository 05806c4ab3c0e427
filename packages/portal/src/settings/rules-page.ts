import { RISK_EFFECTS, RISK_MEASURES, RISK_SUBJECTS } from '@sluice/types/vocabulary'
import { html, nothing, type TemplateResult } from 'lit'

import '../design/empty-state.ts'
import type { DialogContent } from '../app/confirm-dialog.ts'
import { dataTable } from '../design/data-table.ts'
import { field } from '../design/field.ts'
import { SETTINGS_TEXTS } from '../texts/settings-texts.ts'
import { hasStandardRules, activeRules, withoutRule, withRule } from './active-rules.ts'
import type { Rule, Settings } from './settings.ts'
import { SettingsPage } from './settings-page.ts'

const { rules: texts } = SETTINGS_TEXTS

/** What the dialog is about: a new rule behind those that hold, the end of one, or the standard. */
type Request =
  | { readonly is: 'add'; readonly place: number }
  | { readonly is: 'restore' }
  | { readonly is: 'remove'; readonly rule: Rule }

/** `<portal-rules-page>`: limits of what may happen within a time. What exceeds one is declined without asking the bank. */
export class RulesPage extends SettingsPage<Request> {
  protected override readonly sectionName = 'rules'

  protected override show(settings: Settings): TemplateResult {
    const { environment } = this.portal.session
    const { blocked } = settings
    const [rules, isStandard] = [activeRules(settings), hasStandardRules(settings)]
    return html`<p>${texts.lead}</p>
      ${blocked === 0 ? nothing : html`<p class="notice">${texts.blocked(blocked)}</p>`}
      ${
        this.mayChange('changeRisk')
          ? html`<p class="buttons">
              <button
                type="button"
                class="main"
                @click=${() => this.open({ is: 'add', place: rules.length })}
              >
                ${texts.add}
              </button>
              ${
                isStandard
                  ? nothing
                  : html`<button type="button" @click=${() => this.open({ is: 'restore' })}>
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
            : html`<portal-empty-state .heading=${texts.none} .text=${texts.noneText}></portal-empty-state>`
      }`
  }

  #table(rules: readonly Rule[]): TemplateResult {
    return dataTable({
      caption: texts.caption,
      rows: rules,
      key: ({ id }) => id,
      columns: [
        {
          heading: texts.rule,
          cell: (rule) => html`${rule.id}<span class="below">${texts.say(rule)}</span>`,
        },
        {
          heading: texts.effect,
          style: 'wide',
          cell: ({ effect = 'BLOCK' }) => texts.effects[effect] ?? effect,
        },
        { heading: '', style: 'number', cell: (rule) => this.#removeButton(rule) },
      ],
    })
  }

  #removeButton(rule: Rule): TemplateResult | typeof nothing {
    if (!this.mayChange('changeRisk')) return nothing
    return html`<button type="button" @click=${() => this.open({ is: 'remove', rule })}>
      ${texts.remove}<span class="unseen"> ${rule.id}</span>
    </button>`
  }

  protected override content(
    request: Request,
    problemOf: (member: string) => string | null,
  ): DialogContent<Request> {
    switch (request.is) {
      case 'add':
        return {
          heading: texts.addTitle,
          body: ruleFields((member) => problemOf(`rules[${request.place}].${member}`)),
          confirm: {
            label: texts.confirmAdd,
            send: (data, key) => this.save('risk', (settings) => withRule(settings, readRule(data)), key),
          },
        }
      case 'remove':
        return {
          heading: texts.removeTitle(request.rule.id),
          body: html`<p>${texts.removeHint}</p>`,
          confirm: {
            label: texts.confirmRemove,
            isDangerous: true,
            send: (_, key) => this.save('risk', (settings) => withoutRule(settings, request.rule.id), key),
          },
        }
      case 'restore':
        return {
          heading: texts.restoreTitle,
          body: html`<p>${texts.restoreHint[this.portal.session.environment]}</p>`,
          confirm: {
            label: texts.confirmRestore,
            send: (_, key) => this.save('risk', () => ({ rules: null }), key),
          },
        }
    }
  }
}

function ruleFields(problemOf: (member: string) => string | null): TemplateResult {
  const choice = (name: 'subject' | 'counts' | 'effect', options: readonly string[], words: object) =>
    field({
      id: name,
      label: texts[name],
      problem: problemOf(name),
      control: ({ id, describedBy, invalid }) =>
        html`<select id=${id} name=${name} aria-describedby=${describedBy} aria-invalid=${invalid}>
          ${options.map(
            (one) =>
              html`<option value=${one}>${(words as Readonly<Record<string, string>>)[one] ?? one}</option>`,
          )}
        </select>`,
    })
  const number = (name: 'most' | 'within', value: string, member: string) =>
    field({
      id: name,
      label: texts[name],
      problem: problemOf(member),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name=${name}
          type="number"
          min="1"
          step="1"
          required
          value=${value}
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        />`,
    })
  const text = (name: 'id' | 'currency', pattern: string, isRequired: boolean) =>
    field({
      id: name,
      label: texts[name],
      problem: problemOf(name),
      control: ({ id, describedBy, invalid }) =>
        html`<input
          id=${id}
          name=${name}
          ?required=${isRequired}
          pattern=${pattern}
          autocomplete="off"
          aria-describedby=${describedBy}
          aria-invalid=${invalid}
        />`,
    })
  return html`${text('id', '[a-z0-9][a-z0-9\\-]{0,39}', true)}
  ${choice('subject', RISK_SUBJECTS, texts.subjects)} ${choice('counts', RISK_MEASURES, texts.measures)}
  ${number('most', '', 'most')} ${text('currency', '[A-Z]{3}', false)}
  ${number('within', '60', 'within_minutes')} ${choice('effect', RISK_EFFECTS, texts.effects)}`
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

customElements.define('portal-rules-page', RulesPage)
