import { choicePage } from '../../pages/choice-page.ts'
import type { Shopper } from '../shopper.ts'
import type { TwinPayment, World } from '../world/world.ts'

/** A page of Adyen, of a bank, or of a payment method. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const PAGE = /^\/(shopper\/redirect|shopper\/order|acs\/challenge)\/([A-Z0-9]{16})$/

/** Answers the browser of a shopper; returns null for an unknown path. */
export function answerPage(
  { world, shopper }: { readonly world: World; readonly shopper: Shopper },
  method: string,
  path: string,
  body: string,
): PageAnswer | null {
  const fields = new URLSearchParams(body)
  if (path === '/acs/method') return html(fingerprintForm(fields.get('threeDSMethodData') ?? ''))
  const [, page, psp = ''] = PAGE.exec(path) ?? []
  if (page === undefined) return null
  const payment = world.payments.get(psp)
  if (payment === undefined) return { ...html('<p>This page does not exist.</p>'), status: 404 }
  const choice = fields.get('choice')
  if (method !== 'POST' || choice === null) return html(choicePage(questionOf(page, path, payment)))
  const isApproved = choice === 'approve'
  if (page === 'shopper/order') {
    shopper.endOrder(psp, isApproved)
    return redirect(payment.returnUrl)
  }
  shopper.authenticate(psp, isApproved ? 'Y' : 'N')
  if (!payment.step) return html('<p>This page is no longer valid.</p>')
  if (page === 'acs/challenge') return html(cresForm(payment.step, isApproved ? 'Y' : 'N'))
  const url = new URL(payment.returnUrl)
  url.searchParams.set('redirectResult', payment.step.authorisationToken)
  return redirect(url.href)
}

function questionOf(page: string, path: string, { variant, currency, amount }: TwinPayment) {
  const title = page === 'shopper/order' ? `Pay with ${variant}` : '3-D Secure'
  return { title, line: `${currency} ${String(amount)} in the smallest unit`, action: path }
}

/** Answers the 3DS Method: the browser returns to the requestor, as with a real access control server. */
function fingerprintForm(threeDSMethodData: string): string {
  if (threeDSMethodData === '') return ''
  const { threeDSServerTransID, threeDSMethodNotificationURL } = decode(threeDSMethodData)
  return postForm(threeDSMethodNotificationURL, { threeDSMethodData: encode({ threeDSServerTransID }) })
}

/** Posts the challenge's result to the requestor's page, as an access control server does. */
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
  return postForm(step.notificationUrl, { cres: encode(cres) })
}

function encode(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}

function decode(text: string): { threeDSServerTransID: string; threeDSMethodNotificationURL: string } {
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as ReturnType<typeof decode>
}

/** Renders a page that submits a form automatically. */
function postForm(url: string, fields: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return `<!doctype html><html lang="en"><title>Adyen twin</title>
<form id="f" method="post" action="${escaped(url)}">${inputs.join('')}</form>
<script>document.getElementById('f').submit()</script></html>`
}

function html(body: string): PageAnswer {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function redirect(location: string): PageAnswer {
  return { status: 302, headers: { location }, body: '' }
}
