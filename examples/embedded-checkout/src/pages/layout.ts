import { html, type Markup } from '../html.ts'

const SHOP_NAME = 'Tidemark'

interface Layout {
  /** The title of the document; the shop's name is added. */
  readonly title: string
  readonly main: Markup
  /** More for the head: scripts of the page, a refresh. */
  readonly head?: Markup
}

/** The frame of every page. Styles and scripts come from files only, as the content security policy demands. */
export function layout({ title, main, head }: Layout): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${SHOP_NAME}</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/style.css" />
        ${head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="masthead">
          <a class="brand" href="/">${SHOP_NAME}</a>
          <p class="claim">Small things for slow mornings</p>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        <footer class="footer">
          <p>A demonstration shop: nothing is shipped, and no card is charged.</p>
        </footer>
      </body>
    </html>`
}
