import { html, nothing, type TemplateResult } from 'lit'

import { ask } from '../app/ask.ts'
import { Loading } from '../app/loading.ts'
import type { Frame, Page } from '../app/page.ts'
import { TEXTS } from '../texts/texts.ts'
import { formatMoment, sayWord } from '../wording/format.ts'

const { service: texts } = TEXTS.operator

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

/** How the service is: its providers, its safeguards, its work without a request. */
export class ServicePage implements Page {
  readonly title = TEXTS.pages.service
  readonly section = TEXTS.pages.service
  readonly #service: Loading<Service>

  constructor(frame: Frame) {
    this.#service = new Loading(frame, (signal) => ask('/operator/service', { signal }))
  }

  leave(): void {
    this.#service.stop()
  }

  view(): TemplateResult {
    return html`<div class="between">
        <h1 tabindex="-1">${this.title}</h1>
        <div class="buttons">
          <button type="button" @click=${() => this.#service.start()}>${texts.look}</button>
        </div>
      </div>
      ${this.#service.view(
        ({ providers, safeguards, tasks }) => html`
          ${providersView(providers)} ${safeguardsView(safeguards)} ${tasksView(tasks)}
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
        : html`<ul class="plain cards">
            ${providers.map(
              ({ id, problems, accounts }) =>
                html`<li>
                  <h3>${id}</h3>
                  ${
                    problems === null
                      ? html`<p class="hint">${texts.notAsked}</p>`
                      : problems.length === 0
                        ? html`<p><span class="mark good">${texts.answers}</span></p>`
                        : html`<ul class="notice bad">
                            ${problems.map((problem) => html`<li>${problem}</li>`)}
                          </ul>`
                  }
                  ${accounts.length === 0 ? html`<p>${texts.nothingOpen}</p>` : accounts.map(accountView)}
                </li>`,
            )}
          </ul>`
    }
  </section>`
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
        : html`<p>${texts.tasksLead}</p>
            <table>
              <caption class="unseen">
                ${texts.tasksCaption}
              </caption>
              <thead>
                <tr>
                  <th scope="col">${texts.task}</th>
                  <th scope="col">${texts.state}</th>
                  <th scope="col" class="wide">${texts.lastRun}</th>
                </tr>
              </thead>
              <tbody>
                ${tasks.map(
                  ({ name, last_run_at: at, failures }) =>
                    html`<tr>
                      <th scope="row">${name}</th>
                      <td>
                        <span class="mark ${failures === 0 ? 'good' : 'bad'}"
                          >${failures === 0 ? texts.good : texts.failing(failures)}</span
                        >
                      </td>
                      <td class="wide"><time datetime=${at}>${formatMoment(at)}</time></td>
                    </tr>`,
                )}
              </tbody>
            </table>`
    }
  </section>`
}
