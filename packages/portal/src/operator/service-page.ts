import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import { dataTable } from '../design/data-table.ts'
import '../design/time.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatMoment, sayWord } from '../wording/format.ts'
import { type Connector, connectorsView } from './connectors-view.ts'

const { service: texts } = OPERATOR_TEXTS

interface Provider {
  readonly id: string
  readonly problems: readonly string[] | null
  readonly accounts: readonly {
    readonly id: string
    readonly open: Readonly<Record<string, number>>
    readonly next_at: string | null
  }[]
}

interface Service {
  readonly providers: readonly Provider[]
  readonly connectors: readonly Connector[]
  readonly tasks: readonly {
    readonly name: string
    readonly last_run_at: string
    readonly failures: number
  }[]
  readonly safeguards: readonly {
    readonly safeguard: string
    readonly checked_at: string
    readonly problems: readonly string[]
  }[]
}

/** `<portal-service-page>`: the health of the service: providers, connectors, safeguards and scheduled jobs. */
export class ServicePage extends PageElement {
  readonly #service = new Loader(this, (signal) => ask<Service>('/operator/service', { signal }))

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#service.reload()}>${texts.refresh}</button>
        </div>
      </div>
      ${this.#service.render(
        ({ providers, connectors, safeguards, tasks }) => html`
          ${providersView(providers)} ${connectorsView(connectors)} ${safeguardsView(safeguards)}
          ${tasksView(tasks)}
        `,
      )}`
  }
}

function providersView(providers: readonly Provider[]): TemplateResult {
  return html`<section aria-labelledby="providers">
    <h2 id="providers">${texts.providers}</h2>
    ${
      providers.length === 0
        ? html`<p>${texts.noProviders}</p>`
        : dataTable({
            caption: texts.providers,
            rows: providers,
            key: ({ id }) => id,
            columns: [
              { heading: texts.provider, cell: ({ id }) => id },
              { heading: texts.configuration, cell: configurationOf },
              { heading: texts.openCalls, cell: openCallsOf },
            ],
          })
    }
  </section>`
}

function configurationOf({ problems }: Provider): TemplateResult {
  if (problems === null) return html`<span class="hint">${texts.notAsked}</span>`
  if (problems.length === 0) return html`<span class="mark good">${texts.answers}</span>`
  return html`<ul class="plain">
    ${problems.map((problem) => html`<li><span class="mark bad">${texts.problem}</span> ${problem}</li>`)}
  </ul>`
}

function openCallsOf({ accounts }: Provider): TemplateResult {
  return accounts.length === 0
    ? html`<span class="hint">${texts.nothingOpen}</span>`
    : html`${accounts.map(accountView)}`
}

function accountView({ id, open, next_at: next }: Provider['accounts'][number]): TemplateResult {
  const states = texts.open as Readonly<Record<string, string>>
  return html`<p>
    ${texts.account(id)}:
    ${Object.entries(open)
      .map(([state, count]) => `${count} ${states[state] ?? sayWord(state)}`)
      .join(', ')}.
    ${next === null ? nothing : html`<span class="below">${texts.nextAt(formatMoment(next))}</span>`}
  </p>`
}

function safeguardsView(safeguards: Service['safeguards']): TemplateResult {
  const names = texts.names as Readonly<Record<string, string>>
  return html`<section aria-labelledby="safeguards">
    <h2 id="safeguards">${texts.safeguards}</h2>
    ${
      safeguards.length === 0
        ? html`<p>${texts.neverChecked}</p>`
        : html`<ul class="plain cards">
            ${safeguards.map(
              ({ safeguard, checked_at: at, problems }) =>
                html`<li>
                  <p>
                    ${names[safeguard] ?? sayWord(safeguard)}
                    <span class="mark ${problems.length === 0 ? 'good' : 'bad'}"
                      >${problems.length === 0 ? texts.holds : texts.broken}</span
                    >
                  </p>
                  ${problems.map((problem) => html`<p class="notice bad">${problem}</p>`)}
                  <p class="hint">${texts.checkedAt(formatMoment(at))}</p>
                </li>`,
            )}
          </ul>`
    }
  </section>`
}

function tasksView(tasks: Service['tasks']): TemplateResult {
  return html`<section aria-labelledby="tasks">
    <h2 id="tasks">${texts.tasks}</h2>
    ${
      tasks.length === 0
        ? html`<p>${texts.noTasks}</p>`
        : html`<p class="hint">${texts.tasksLead}</p>
            ${dataTable<Service['tasks'][number]>({
              caption: texts.tasksCaption,
              rows: tasks,
              key: ({ name }) => name,
              columns: [
                { heading: texts.task, cell: ({ name }) => name },
                {
                  heading: texts.state,
                  cell: ({ failures }) =>
                    html`<span class="mark ${failures === 0 ? 'good' : 'bad'}"
                      >${failures === 0 ? texts.good : texts.failing(failures)}</span
                    >`,
                },
                {
                  heading: texts.lastRun,
                  cell: ({ last_run_at: at }) => html`<portal-time .at=${at} relative></portal-time>`,
                  style: 'wide',
                },
              ],
            })}`
    }
  </section>`
}

customElements.define('portal-service-page', ServicePage)
