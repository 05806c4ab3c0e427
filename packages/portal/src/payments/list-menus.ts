import { html, nothing, type TemplateResult } from 'lit'

import { TEXTS } from '../texts/texts.ts'
import { readViews, removeView, saveView } from './saved-views.ts'

const { payments: texts } = TEXTS

/** Saved views, behind their button. */
export function viewsMenu(href: string, redraw: () => void): TemplateResult {
  const views = readViews()
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const name = String(new FormData(form).get('name')).trim()
    if (name !== '') saveView({ name, href })
    form.reset()
    redraw()
  }
  const remove = (name: string) => () => {
    removeView(name)
    redraw()
  }
  return html`<div id="views" popover>
    ${views.length === 0 ? html`<p>${texts.noViews}</p>` : nothing}
    <ul class="plain">
      ${views.map(
        (view) =>
          html`<li class="between">
            <a href=${view.href} @click=${closeMenu}>${view.name}</a>
            <button
              type="button"
              class="quiet"
              aria-label=${texts.removeView(view.name)}
              @click=${remove(view.name)}
            >
              ×
            </button>
          </li>`,
      )}
    </ul>
    <form class="fields" @submit=${save}>
      <label>${texts.viewName}<input name="name" required maxlength="60" autocomplete="off" /></label>
      <p class="buttons"><button>${texts.saveView}</button></p>
    </form>
  </div>`
}

/** Renders the menu that exports the filtered payments as a file. */
export function exportMenu(download: (format: 'csv' | 'json') => void): TemplateResult {
  const choose = (format: 'csv' | 'json') => (event: Event) => {
    closeMenu(event)
    download(format)
  }
  return html`<div id="export" popover>
    <ul class="menu">
      <li><button type="button" @click=${choose('csv')}>${texts.exportCsv}</button></li>
      <li><button type="button" @click=${choose('json')}>${texts.exportJson}</button></li>
    </ul>
  </div>`
}

function closeMenu(event: Event): void {
  ;(event.currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover()
}
