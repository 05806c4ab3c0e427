import {
  type ContentSecurityPolicy,
  html,
  inlineScript,
  type SafeHtml,
  scriptHash,
} from '@sluice/shared/html'

const SEND_AT_ONCE = "document.getElementById('notify').submit()"

/** Renders the page in the hidden frame of the 3DS Method, which posts its notification at once. */
export function renderMethodPage(notificationUrl: string, threeDSMethodData: string): MethodPage {
  return {
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>3DS Method</title>
        </head>
        <body>
          <form id="notify" method="post" action="${notificationUrl}">
            <input type="hidden" name="threeDSMethodData" value="${threeDSMethodData}" />
          </form>
          ${inlineScript(SEND_AT_ONCE)}
        </body>
      </html>`,
    csp: methodPolicy(scriptHash(SEND_AT_ONCE), new URL(notificationUrl).origin),
  }
}

/** Renders a page that posts nothing, for a 3DS Method that never notifies and for unreadable requests. */
export function renderSilentMethodPage(): MethodPage {
  return {
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>3DS Method</title>
        </head>
        <body></body>
      </html>`,
    csp: methodPolicy("'none'", "'none'"),
  }
}

interface MethodPage {
  readonly body: SafeHtml
  readonly csp: ContentSecurityPolicy
}

function methodPolicy(scriptSource: string, formAction: string): ContentSecurityPolicy {
  return {
    'default-src': "'none'",
    'script-src': scriptSource,
    'form-action': formAction,
    'base-uri': "'none'",
    'frame-ancestors': '*',
  }
}
