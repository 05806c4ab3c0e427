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
import type { ScriptRecord } from '../../../platform/http/script-record.ts'

/** Pages that take a shopper's browser from one address to the next. They hold no card data and load nothing. */

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;padding:1.5rem;box-sizing:border-box}
main{max-width:26rem}
h1{font-size:1.25rem;margin:0 0 .5rem}
p{margin:0 0 1.25rem}
button{font:inherit;min-height:44px;padding:.5rem 1.5rem;border-radius:.5rem;border:1px solid currentColor;background:transparent;color:inherit;cursor:pointer}
button:focus-visible{outline:3px solid Highlight;outline-offset:2px}
iframe{position:absolute;inset:0 auto auto 0;width:1px;height:1px;border:0;visibility:hidden}
`

/** Data reaches the scripts through attributes, so that every script has one hash. */
const SEND_MESSAGE = `
var data = document.body.dataset;
if (window.parent !== window) window.parent.postMessage(data.message, data.origin);
`

const SEND_MESSAGE_OR_FORM = `
var data = document.body.dataset;
if (window.parent !== window) window.parent.postMessage(data.message, data.origin);
else document.forms[0].submit();
`

const SUBMIT_FORM = `document.forms[0].submit();`

/** The 3DS Method in a hidden frame: until it calls back, or five seconds at most. */
const FINGERPRINT = `
var done = false;
function finish(result) {
  if (done) return;
  done = true;
  document.forms[1].elements.fingerprint_result.value = result;
  document.forms[1].submit();
}
window.addEventListener('message', function (event) {
  if (event.origin !== location.origin || typeof event.data !== 'string') return;
  try {
    var message = JSON.parse(event.data);
    if (message.type === 'FINGERPRINT_RESPONSE' &&
        message.three_ds_server_trans_id === document.body.dataset.id) finish(document.body.dataset.completed);
  } catch (error) { return; }
});
setTimeout(function () { finish(document.body.dataset.timedOut); }, 5000);
document.forms[0].submit();
`

/** What these pages run, for the inventory of a payment's scripts. */
export const BROWSER_PAGE_SCRIPTS: readonly ScriptRecord[] = [
  {
    name: 'inline script of the notification page in a frame',
    origin: 'methods',
    address: '/three-ds/<handle>/embedded-fields/challenge-notification-url',
    purpose: 'Tells the page around the frame that the bank has answered.',
    source: SEND_MESSAGE,
  },
  {
    name: 'inline script of the notification page of the direct API',
    origin: 'base',
    address: '/three-ds/<handle>/challenge-notification-url',
    purpose: 'Tells the page around the frame that the bank has answered, or at the top goes on to the shop.',
    source: SEND_MESSAGE_OR_FORM,
  },
  {
    name: 'inline script of the way to the bank',
    origin: 'base',
    address: '/three-ds/challenge/<client key>/<session id>',
    purpose: 'Sends the form that opens the bank’s page.',
    source: SUBMIT_FORM,
  },
  {
    name: 'inline script of the fingerprint page',
    origin: 'base',
    address: '/three-ds/<handle>/challenge',
    purpose: 'Lets the bank recognise the browser in a hidden frame, five seconds at most.',
    source: FINGERPRINT,
  },
].map(({ source, ...record }) => ({
  ...record,
  origin: record.origin as 'base' | 'methods',
  owner: 'Sluice',
  integrity: scriptHash(source).slice(1, -1),
}))

/** Browsers hold the redirects after a form to `form-action` too, and ours may lead to any page of a merchant. */
const RETURN_TARGETS = "'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*"

/** Tells the page around the frame, in a string of JSON. @param targetOrigin - who may hear it. */
export function messagePage(message: Readonly<Record<string, string>>, targetOrigin: string): Page {
  const body = html`<body data-message="${JSON.stringify(message)}" data-origin="${targetOrigin}">
    ${inlineScript(SEND_MESSAGE)}
  </body>`
  return page({ lang: 'en', title: '3-D Secure', body, script: SEND_MESSAGE, formAction: "'none'" })
}

/** For browsers that do not say whether they are in a frame: the page looks, and at the top it posts the CRes again. */
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

/** Says what there is to say when there is nowhere to send the browser. */
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

/** Posts a form to another site at once; without scripts a button does it. */
export function formPage(url: string, fields: Readonly<Record<string, string>>, locale: Locale): Page {
  const texts = PASSAGE_TEXTS[locale]
  const body = html`<body>
    <main>
      <h1>${texts.to_your_bank}</h1>
      <form method="post" action="${url}">
        ${hiddenInputs(fields)}
        <button>${texts.continue}</button>
      </form>
    </main>
    ${inlineScript(SUBMIT_FORM)}
  </body>`
  return page({
    lang: locale,
    title: texts.to_your_bank,
    body,
    script: SUBMIT_FORM,
    formAction: new URL(url).origin,
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
      'frame-ancestors': '*',
    },
  }
}
