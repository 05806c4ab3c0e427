import type { Locale } from '@sluice/types/vocabulary'

import {
  html,
  inlineScript,
  inlineStyle,
  type Page,
  type SafeHtml,
  scriptHash,
  styleHash,
} from '@sluice/shared/html'
import { PASSAGE_TEXTS, type PassageTexts } from '@sluice/texts/bank-passage'
import { FINGERPRINT, SEND_MESSAGE, SEND_MESSAGE_OR_FORM, SUBMIT_FORM } from './browser-page-scripts.ts'

/** Pages that take a shopper's browser from one address to the next. They hold no card data and load nothing. */

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;padding:1.5rem;box-sizing:border-box}
main{max-width:26rem}
h1{font-size:1.25rem;margin:0 0 .75rem;text-wrap:balance}
p{margin:0 0 1.25rem;text-wrap:pretty}
button{font:inherit;min-height:44px;padding:.5rem 1.5rem;border-radius:.5rem;border:1px solid currentColor;background:transparent;color:inherit;cursor:pointer}
button:focus-visible{outline:3px solid Highlight;outline-offset:2px}
iframe{position:absolute;inset:0 auto auto 0;width:1px;height:1px;border:0;visibility:hidden}
`

/** Browsers hold the redirects after a form to `form-action` too, and ours may lead to any page of a merchant. */
const RETURN_TARGETS = "'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*"

/**
 * Posts the message to the embedding page, as a string of JSON. @param targetOrigin - the only origin that may
 * receive it.
 */
export function messagePage(message: Readonly<Record<string, string>>, targetOrigin: string): Page {
  const body = html`<body data-message="${JSON.stringify(message)}" data-origin="${targetOrigin}">
    ${inlineScript(SEND_MESSAGE)}
  </body>`
  return page({ lang: 'en', title: '3-D Secure', body, script: SEND_MESSAGE, formAction: "'none'" })
}

/**
 * Renders a page for browsers that do not report whether they are in a frame: it checks, and posts the CRes again if it
 * is the top window.
 */
export function topOrFramePage(
  message: Readonly<Record<string, string>>,
  targetOrigin: string,
  cres: string,
  locale: Locale,
): Page {
  const texts = PASSAGE_TEXTS[locale]
  const body = html`<body data-message="${JSON.stringify(message)}" data-origin="${targetOrigin}">
    <main>
      <h1>${texts.continuing}</h1>
      <form method="post">
        <input type="hidden" name="cres" value="${cres}" />
        <input type="hidden" name="finalise" value="1" />
        <button>${texts.continue}</button>
      </form>
    </main>
    ${inlineScript(SEND_MESSAGE_OR_FORM)}
  </body>`
  return page({
    lang: locale,
    title: texts.continuing,
    body,
    script: SEND_MESSAGE_OR_FORM,
    formAction: RETURN_TARGETS,
  })
}

/** Renders a notice for a browser that has no page to return to. */
export function noticePage(
  notice: Extract<keyof PassageTexts, 'close_page' | 'not_understood'>,
  locale: Locale,
): Page {
  const texts = PASSAGE_TEXTS[locale]
  const heading = notice === 'close_page' ? texts.finished : texts.not_possible
  const body = html`<body>
    <main>
      <h1>${heading}</h1>
      <p>${texts[notice]}</p>
    </main>
  </body>`
  return page({ lang: locale, title: heading, body, script: null, formAction: "'none'" })
}

/**
 * Posts a form to another site at once; without scripts a button does it.
 *
 * @param heading - what the shopper reads in the meantime.
 */
export function formPage(
  url: string,
  fields: Readonly<Record<string, string>>,
  locale: Locale,
  heading: Extract<keyof PassageTexts, 'continuing' | 'to_your_bank'> = 'to_your_bank',
): Page {
  const texts = PASSAGE_TEXTS[locale]
  const body = html`<body>
    <main>
      <h1>${texts[heading]}</h1>
      <form method="post" action="${url}">
        ${hiddenInputs(fields)}
        <button>${texts.continue}</button>
      </form>
    </main>
    ${inlineScript(SUBMIT_FORM)}
  </body>`
  return page({
    lang: locale,
    title: texts[heading],
    body,
    script: SUBMIT_FORM,
    // The provider may redirect the form to another of its domains, and browsers apply `form-action` to redirects too.
    formAction: heading === 'continuing' ? `https: ${new URL(url).origin}` : new URL(url).origin,
    ancestors: heading === 'continuing' ? "'none'" : '*',
  })
}

/** Takes the fingerprint without a page of the merchant's, then posts the result to the address it was opened at. */
export function fingerprintPage(
  options: {
    readonly methodUrl: string
    readonly methodData: string
    readonly threeDsServerTransId: string
    readonly completed: string
    readonly timedOut: string
  },
  locale: Locale,
): Page {
  const texts = PASSAGE_TEXTS[locale]
  const { origin } = new URL(options.methodUrl)
  const body = html`<body
    data-id="${options.threeDsServerTransId}"
    data-completed="${options.completed}"
    data-timed-out="${options.timedOut}"
  >
    <iframe name="fingerprint" title="3-D Secure" aria-hidden="true" tabindex="-1"></iframe>
    <form method="post" action="${options.methodUrl}" target="fingerprint">
      ${hiddenInputs({ threeDSMethodData: options.methodData })}
    </form>
    <main>
      <h1>${texts.to_your_bank}</h1>
      <form method="post">
        <input type="hidden" name="fingerprint_result" value="${options.timedOut}" />
        <button>${texts.continue}</button>
      </form>
    </main>
    ${inlineScript(FINGERPRINT)}
  </body>`
  const formAction = `${RETURN_TARGETS} ${origin}`
  return page({
    lang: locale,
    title: texts.to_your_bank,
    body,
    script: FINGERPRINT,
    formAction,
    frames: `'self' ${origin}`,
  })
}

function hiddenInputs(fields: Readonly<Record<string, string>>): SafeHtml[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}

function page(options: {
  readonly lang: string
  readonly title: string
  readonly body: SafeHtml
  readonly script: string | null
  readonly formAction: string
  readonly frames?: string
  readonly ancestors?: string
}): Page {
  return {
    body: html`<!doctype html>
      <html lang="${options.lang}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${options.title}</title>
          ${inlineStyle(STYLE)}
        </head>
        ${options.body}
      </html>`,
    csp: {
      'default-src': "'none'",
      'script-src': options.script === null ? "'none'" : scriptHash(options.script),
      'style-src': styleHash(STYLE),
      'frame-src': options.frames ?? "'none'",
      'form-action': options.formAction,
      'base-uri': "'none'",
      // The merchant's page, our own wrapper or no frame holds these pages; they show nothing worth clicking.
      'frame-ancestors': options.ancestors ?? '*',
    },
  }
}
