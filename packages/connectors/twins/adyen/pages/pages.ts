import type { Shopper } from '../shopper.ts'
import type { World } from '../world/world.ts'

/** A page of Adyen's, of a bank, or of a payment method. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const PAGE = /^\/(shopper\/redirect|shopper\/order|acs\/challenge)\/([A-Z0-9]{16})$/

/** Answers the browser of a shopper; null for a path of no page. */
export function answerPage(
  { world, shopper }: { readonly world: World; readonly shopper: Shopper },
  method: string,
  path: string,
  body: string,
): PageAnswer | null {
  if (path === '/acs/method') return html('')
  const [, page, psp] = PAGE.exec(path) ?? []
  if (page === undefined || psp === undefined) return null
  const choice = new URLSearchParams(body).get('choice')
  if (method !== 'POST' || choice === null) return html(choiceForm(path))
  const isYes = choice === 'yes'
  if (page === 'shopper/order') {
    const back = world.payments.get(psp)?.returnUrl ?? '/'
    shopper.endOrder(psp, isYes)
    return redirect(back)
  }
  shopper.authenticate(psp, isYes ? 'Y' : 'N')
  const payment = world.payments.get(psp)
  if (!payment?.step) return html('<p>This page is no longer valid.</p>')
  if (page === 'acs/challenge') return html(cresForm(payment.step, isYes ? 'Y' : 'N'))
  const url = new URL(payment.returnUrl)
  url.searchParams.set('redirectResult', payment.step.authorisationToken)
  return redirect(url.href)
}

function choiceForm(path: string): string {
  return `<form method="post" action="${path}"><p>Test page of the Adyen twin</p>
<button name="choice" value="yes">Approve</button> <button name="choice" value="no">Decline</button></form>`
}

/** Sends the challenge's result to the requestor's page, as an access control server does. */
function cresForm(
  step: { readonly notificationUrl: string; readonly transId: string; readonly acsTransId: string },
  transStatus: 'Y' | 'N',
): string {
  const cres = {
    threeDSServerTransID: step.transId,
    acsTransID: step.acsTransId,
    challengeCompletionInd: 'Y',
    messageType: 'CRes',
    messageVersion: '2.2.0',
    transStatus,
  }
  const encoded = Buffer.from(JSON.stringify(cres)).toString('base64url')
  const target = step.notificationUrl.replaceAll('"', '&quot;')
  return `<form id="f" method="post" action="${target}"><input type="hidden" name="cres" value="${encoded}"></form>
<script>document.getElementById('f').submit()</script>`
}

function html(content: string): PageAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><title>Adyen twin</title>${content}</html>`,
  }
}

function redirect(location: string): PageAnswer {
  return { status: 302, headers: { location }, body: '' }
}
