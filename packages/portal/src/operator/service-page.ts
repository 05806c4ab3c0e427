import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loader } from '../app/loader.ts'
import { PageElement } from '../app/portal-element.ts'
import '../design/time.ts'
import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatMoment, formatWord } from '../wording/format.ts'
import { connectorsView } from './connectors-view.ts'
import { foldedTable } from './folded-table.ts'
import { isOnTime, listAttention, nameSafeguard } from './list-attention.ts'
import type { Provider, ServiceHealth, Task } from './service-health.ts'

const { service: texts } = OPERATOR_TEXTS

/** `<portal-service-page>`: the health of the service: providers, connectors, safeguards and scheduled jobs. */
export class ServicePage extends PageElement {
  readonly #service = new Loader(this, (signal) => ask<ServiceHealth>('/operator/service', { signal }))

  protected override render(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${texts.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => void this.#service.reload()}>${texts.refresh}</button>
        </div>
      </div>
      ${this.#service.render(
        (service) => html`
          ${attentionView(service)} ${safeguardsView(service.safeguards)} ${tasksView(service.tasks)}
          ${providersView(service.providers)} ${connectorsView(service.connectors)}
        `,
      )}`
  }
}

function attentionView(service: ServiceHealth): TemplateResult {
  const found = listAttention(service)
  if (found.length === 0) return html`<p class="notice good">${texts.attention.nothing}</p>`
  return html`<section class="notice bad" aria-labelledby="attention">
    <h2 id="attention">${texts.attention.title(found.length)}</h2>
    <ul class="plain cards">
      ${found.map(
        ({ what, said, advice, way }) =>
          html`<li>
            <p><strong>${what}</strong>: ${said}</p>
            <p>${advice} ${way === null ? nothing : html`<a href=${way.href}>${way.name}</a>`}</p>
          </li>`,
      )}
    </ul>
  </section>`
}

function providersView(providers: readonly Provider[]): TemplateResult {
  return html`<section aria-labelledby="providers">
    <h2 id="providers">${texts.providers}</h2>
    ${
      providers.length === 0
        ? html`<p>${texts.noProviders}</p>`
        : foldedTable<Provider>(
            {
              caption: texts.providers,
              rows: providers,
              key: ({ id }) => id,
              columns: [
                {
                  heading: texts.provider,
                  cell: (provider) =>
                    html`${provider.id}
                      <div class="below narrow">${configurationOf(provider)}</div>`,
                },
                { heading: texts.configuration, cell: configurationOf, style: 'wide' },
                { heading: texts.openCalls, cell: openCallsOf },
              ],
            },
            ({ problems, accounts }) => (problems ?? []).length === 0 && accounts.length === 0,
            texts.goodProviders,
          )
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
      .map(([state, count]) => `${count} ${states[state] ?? formatWord(state)}`)
      .join(', ')}.
    ${next === null ? nothing : html`<span class="below">${texts.nextAt(formatMoment(next))}</span>`}
  </p>`
}

function safeguardsView(safeguards: ServiceHealth['safeguards']): TemplateResult {
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
                    ${nameSafeguard({ safeguard })}
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

function tasksView(tasks: ServiceHealth['tasks']): TemplateResult {
  return html`<section aria-labelledby="tasks">
    <h2 id="tasks">${texts.tasks}</h2>
    ${
      tasks.length === 0
        ? html`<p>${texts.noTasks}</p>`
        : html`<p class="hint">${texts.tasksLead}</p>
            ${foldedTable<Task>(
              {
                caption: texts.tasksCaption,
                rows: tasks,
                key: ({ name }) => name,
                columns: [
                  { heading: texts.task, cell: ({ name }) => name },
                  { heading: texts.state, cell: stateOf },
                  {
                    heading: texts.lastRun,
                    cell: ({ last_run_at: at }) => html`<portal-time .at=${at} relative></portal-time>`,
                  },
                ],
              },
              isOnTime,
              texts.goodTasks,
            )}`
    }
  </section>`
}

function stateOf(task: Task): TemplateResult {
  if (isOnTime(task)) return html`<span class="mark good">${texts.good}</span>`
  return html`<span class="mark bad">${task.failures > 0 ? texts.failing(task.failures) : texts.late}</span>`
}

customElements.define('portal-service-page', ServicePage)
