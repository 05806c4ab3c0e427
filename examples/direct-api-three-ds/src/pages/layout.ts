import { html, type Markup } from '../html.ts'

const SHOP_NAME = 'Lanternhouse'

/** The frame of every page. Styles and scripts come from files only, as the content security policy demands. */
export function layout(page: {
  readonly title: string
  readonly main: Markup
  readonly head?: Markup
}): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} – ${SHOP_NAME}</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/style.css" />
        ${page.head}
      </head>
      <body>
        <header class="masthead"><a class="brand" href="/">${SHOP_NAME}</a></header>
        <main id="main">${page.main}</main>
        <footer class="footer">
          <p>A demonstration shop: nothing is shipped, and no card is charged.</p>
        </footer>
      </body>
    </html>`
}
