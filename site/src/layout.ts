import { posix } from 'node:path'
import { html, type SafeHtml } from '@sluice/shared/html'
import type { Passage } from './markdown.ts'
import { ENTRANCES, entranceOf, listPagesOf } from './navigation.ts'

export interface LayoutPage {
  readonly path: string
  /** The path in the site, without extension. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly passages: readonly Passage[]
  /** Stands where the page's own markup goes: that is no value to escape. */
  readonly slot: string
}

/** Identified by their paths in the repository. */
export type LayoutPages = ReadonlyMap<string, { readonly name: string; readonly title: string }>

/** Draws one page. Nothing in it runs or styles inline, so the strictest policy suits. */
export function renderLayout(page: LayoutPage, pages: LayoutPages): SafeHtml {
  const root = posix.relative(posix.dirname(page.name), '') || '.'
  const entrance = entranceOf(page.path)
  const menu = listPagesOf(entrance)
  const position = menu.indexOf(page.path)
  const linkTo = (path: string | undefined) => {
    const target = path === undefined ? undefined : pages.get(path)
    return target && { href: `${root}/${target.name}.html`, title: target.title }
  }
  const previous = position > 0 ? linkTo(menu[position - 1]) : undefined
  const next = position >= 0 ? linkTo(menu[position + 1]) : undefined
  const markdownName = `${posix.basename(page.name)}.md`
  return html`<!doctype html>
    <html lang="en" data-root="${root}" data-entrance="${entrance.id}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title === 'Sluice' ? 'Sluice' : `${page.title} · Sluice`}</title>
        <meta name="description" content="${page.description}" />
        <link rel="icon" href="data:," />
        <link rel="alternate" type="text/markdown" href="${markdownName}" />
        <link rel="stylesheet" href="${root}/site.css" />
        <script src="${root}/theme.js"></script>
        <script type="module" src="${root}/site.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the text</a>
        <header class="top">
          <button class="menu-button needs-script" type="button" aria-expanded="false" aria-controls="menu">
            Menu
          </button>
          <a class="brand" href="${root}/index.html">Sluice <span>Docs</span></a>
          <button class="search-button needs-script" type="button">Search <kbd>/</kbd></button>
          <button class="theme-button needs-script" type="button">Dark</button>
        </header>
        <div class="columns">
          <nav id="menu" class="menu" aria-label="Pages">
            <ul class="entrances">
              ${ENTRANCES.map((one) => {
                const link = linkTo(listPagesOf(one)[0])
                const current = one === entrance && html` aria-current="true"`
                return link && html`<li><a href="${link.href}" ${current}>${one.title}</a></li>`
              })}
            </ul>
            ${entrance.sections.map(
              ({ title, pages: paths }) =>
                html`<h2>${title}</h2>
                  <ul>
                    ${paths.map((path) => {
                      const link = linkTo(path)
                      const current = path === page.path && html` aria-current="page"`
                      return link && html`<li><a href="${link.href}" ${current}>${link.title}</a></li>`
                    })}
                  </ul>`,
            )}
          </nav>
          <main id="content">
            <p class="page-tools">
              <button class="copy-page needs-script" type="button" data-markdown="${markdownName}">
                Copy as Markdown
              </button>
              <a href="${markdownName}">View as Markdown</a>
            </p>
            <article>${page.slot}</article>
            ${
              (previous || next) &&
              html`<nav class="around" aria-label="Next pages">
                ${previous && html`<a rel="prev" href="${previous.href}"><span>Before</span> ${previous.title}</a>`}
                ${next && html`<a rel="next" href="${next.href}"><span>Next</span> ${next.title}</a>`}
              </nav>`
            }
          </main>
          ${renderContents(page.passages)}
        </div>
        <dialog class="search" aria-label="Search">
          <form method="dialog">
            <label for="search-text">Search the documentation</label>
            <input id="search-text" type="search" autocomplete="off" spellcheck="false" />
            <button type="submit">Close</button>
            <div class="search-scope">
              <label for="search-entrance">Pages for</label>
              <select id="search-entrance">
                ${ENTRANCES.map(({ id, title }) => {
                  const selected = id === entrance.id && html` selected`
                  return html`<option value="${id}" ${selected}>${title}</option>`
                })}
                <option value="">Everybody</option>
              </select>
            </div>
          </form>
          <p class="search-count" role="status"></p>
          <ol class="search-results"></ol>
        </dialog>
        <p class="announcement" role="status"></p>
      </body>
    </html>`
}

function renderContents(passages: readonly Passage[]): SafeHtml | false {
  const headings = passages.filter(({ level }) => level === 2 || level === 3)
  if (headings.length < 2) return false
  return html`<nav class="contents" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${headings.map(
        ({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`,
      )}
    </ul>
  </nav>`
}
