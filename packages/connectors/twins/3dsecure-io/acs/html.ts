import { html, inlineScript } from '@sluice/shared/html'

const SUBMIT = 'document.forms[0].submit()'

const page = (title: string, body: ReturnType<typeof html>): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html>`.toString()

/** Renders a page that submits itself. */
export function postPage(action: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return page(
    'Stand-in bank',
    html`<form method="post" action="${action}">${inputs}<button>Continue</button></form>
      ${inlineScript(SUBMIT)}`,
  )
}

/** Renders the page that asks the cardholder for a code. */
export function codePage(id: string, session: string | null, problem: string | null = null): string {
  return page(
    'Stand-in bank',
    html`<main>
      <h1>Stand-in bank</h1>
      <form method="post" action="/acs/code">
        <input type="hidden" name="id" value="${id}" />
        ${session !== null && html`<input type="hidden" name="threeDSSessionData" value="${session}" />`}
        <p>${problem ?? 'Enter the code that we sent you.'}</p>
        <p>
          <label>Code <input name="password" autocomplete="one-time-code" /></label>
        </p>
        <button name="decision" value="submit">Confirm</button>
        <button name="decision" value="cancel">Cancel</button>
      </form>
    </main>`,
  )
}

export function refusalPage(what: string): string {
  return page('Stand-in bank', html`<p>${what}</p>`)
}
