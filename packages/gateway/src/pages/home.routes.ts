import { html, inlineStyle, type SafeHtml, sendPage, styleHash } from '@sluice/shared/html'
import { type HttpServer, originUrlOf } from '@sluice/platform/http/http-server'

const STYLE = `
:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{max-width:38rem;margin:4rem auto;padding:0 1.5rem}
h1{font-size:1.5rem}
dt{margin-top:1rem;font-weight:600}
dd{margin:0}
`

const linksFor = (
  portalUrl: string,
): readonly (readonly [path: string, name: string, meaning: SafeHtml | string])[] => [
  [`${portalUrl}/`, 'Portal', 'payments, settings and test tools, in the browser'],
  [
    `${portalUrl}/docs/guides/payment-links.html`,
    'Payment links',
    html`a page where customers pay: <code>sluice-gateway pay --open</code> creates one and opens it`,
  ],
  [`${portalUrl}/docs/`, 'Documentation', 'from the quick start to every code, with a search'],
  [`${portalUrl}/reference`, 'API reference', 'every endpoint, to read and try'],
  ['/openapi.json', 'openapi.json', 'the same, for tools'],
  ['/sluice.http', 'sluice.http', 'every request, to send from an editor'],
  ['/sluice.bruno.json', 'sluice.bruno.json', 'every request, to import into Bruno'],
  ['/llms.txt', 'llms.txt', 'a map in plain text'],
  ['/health/ready', 'Health', 'whether it accepts requests now'],
]

/** Serves `/` in the test environment, with an overview and links. */
export function registerHome(server: HttpServer): void {
  server.get('/', (_request, reply) =>
    sendPage(reply, {
      csp: {
        'default-src': "'none'",
        'style-src': styleHash(STYLE),
        'img-src': 'data:',
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': "'none'",
      },
      body: html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <link rel="icon" href="data:," />
            <title>Sluice</title>
            ${inlineStyle(STYLE)}
          </head>
          <body>
            <main>
              <h1>Sluice</h1>
              <p>
                A payment gateway, running as a <strong>test environment</strong>: banks, cards and providers
                are simulated, and no money moves.
              </p>
              <dl>
                ${linksFor(originUrlOf(server, 'portal')).map(
                  ([path, name, meaning]) =>
                    html`<dt><a href="${path}">${name}</a></dt>
                      <dd>${meaning}</dd> `,
                )}
              </dl>
            </main>
          </body>
        </html>`,
    }),
  )
}
