import type { FormSubmit } from '@sluice/types'
import {
  CHALLENGE_WINDOW_SIZES,
  type ChallengeWindowSize,
  DEFAULT_CHALLENGE_WINDOW_SIZE,
  type Locale,
  type TransStatus,
} from '@sluice/types/vocabulary'
import type { ChallengeStep, FingerprintStep } from '../../next-step.ts'
import { encodeChallengeRequest } from '../challenge.ts'
import type { FlowRecord } from './flow-record.ts'
import { FLOW_TEXTS } from '@sluice/texts/three-ds-flow'
import { type Markup, markup } from './markup.ts'
import type { PageParts } from './page.ts'
import { CHALLENGE_FRAME_SCRIPT, FINGERPRINT_SCRIPT, GO_ON_SCRIPT, SUBMIT_SCRIPT } from './page-scripts.ts'

/** The permissions of an issuer's page: to run, but not to navigate the customer's page away. */
const SANDBOX = 'allow-scripts allow-forms allow-same-origin allow-popups'

/** Issuers confirm with passkeys and with Secure Payment Confirmation. */
const FEATURES = 'payment *; publickey-credentials-get *'

/**
 * A form that replaces the whole page may lead to any address to which the bank or the provider redirects: browsers
 * apply the page's policy to redirects after a form, and the page contains nothing else.
 */
const LEADS_ANYWHERE = ['https:', 'http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*']

/** The interval at which the page checks whether another request has finished its work. */
const REFRESH_SECONDS = 2

/** The data that all pages of a flow share. */
export interface PageContext {
  readonly locale: Locale
  /** The flow's own address. */
  readonly self: string
  readonly gatewayOrigin: string
  /** Further sources that are allowed in the issuer's frame, and as destinations of forms. */
  readonly frameSources: readonly string[]
}

type HiddenFields = Readonly<Record<string, string>>

/** Lets the issuer take the fingerprint in a hidden frame; without scripts, a button continues without one. */
export function fingerprintPage(step: FingerprintStep, context: PageContext): PageParts {
  const texts = FLOW_TEXTS[context.locale]
  const bank = step.methodUrl ?? ''
  const notified = originOf(step.token.three_ds_method_notification_url ?? bank)
  return {
    locale: context.locale,
    title: texts.oneMoment,
    data: { id: step.token.three_ds_server_trans_id, origin: notified },
    script: FINGERPRINT_SCRIPT,
    formAction: ["'self'", originOf(bank), ...context.frameSources],
    frames: [originOf(bank), notified, ...context.frameSources],
    main: markup`<h1>${texts.oneMoment}</h1>
<p role="status">${texts.waiting}</p>
<iframe class="hidden" name="bank" title="3-D Secure" aria-hidden="true" tabindex="-1"></iframe>
<form name="bank" method="post" action="${bank}" target="bank">${hidden({ threeDSMethodData: step.threeDSMethodData ?? '' })}</form>
<form name="next" method="post" action="${context.self}/fingerprint">${hidden({ completion: 'N' })}<noscript><button>${texts.continue}</button></noscript></form>`,
  }
}

/** Shows the challenge in a frame of its size, with a way out. */
export function challengeFramePage(
  step: ChallengeStep,
  { version, windowSize, receiver }: FlowRecord,
  context: PageContext,
): PageParts {
  const texts = FLOW_TEXTS[context.locale]
  const size = drawnSize(windowSize ?? step.windowSize)
  const acs = originOf(step.acsUrl)
  const receives = receiver === 'gateway' ? [context.gatewayOrigin] : [originOf(context.self)]
  return {
    locale: context.locale,
    title: texts.asking,
    data: {
      id: step.token.three_ds_server_trans_id,
      origins: [acs, ...receives].join(' '),
      self: context.self,
      progress: `${context.self}/progress?version=${version}`,
    },
    script: CHALLENGE_FRAME_SCRIPT,
    formAction: ["'self'", acs, ...context.frameSources],
    frames: [acs, ...receives, ...context.frameSources],
    main: markup`<h1>${texts.asking}</h1>
<iframe class="bank size-${size}" name="bank" title="${texts.bank}" sandbox="${SANDBOX}" allow="${FEATURES}"></iframe>
${challengeForm(step, size, context, 'bank')}
<form name="next" method="post" action="${context.self}/challenge">${hidden({ trans_status: 'U' })}<noscript><button>${texts.finished}</button></noscript></form>
<form name="leave" method="post" action="${context.self}/leave"><button>${texts.leave}</button></form>`,
  }
}

/** Opens the challenge in the whole page. */
export function challengePage(
  step: ChallengeStep,
  { windowSize }: FlowRecord,
  context: PageContext,
): PageParts {
  const texts = FLOW_TEXTS[context.locale]
  return {
    locale: context.locale,
    title: texts.oneMoment,
    script: SUBMIT_SCRIPT,
    formAction: [originOf(step.acsUrl), ...LEADS_ANYWHERE],
    main: markup`<h1>${texts.oneMoment}</h1>
<p role="status">${texts.waiting}</p>
${challengeForm(step, windowSize ?? '05', context, '_self')}`,
  }
}

/** Posts a form to the address that the gateway names. */
export function formSubmitPage({ url, data }: FormSubmit, context: PageContext): PageParts {
  const texts = FLOW_TEXTS[context.locale]
  return {
    locale: context.locale,
    title: texts.oneMoment,
    script: SUBMIT_SCRIPT,
    formAction: [originOf(url), ...LEADS_ANYWHERE],
    main: markup`<h1>${texts.oneMoment}</h1>
<p role="status">${texts.waiting}</p>
<form name="bank" method="post" action="${url}">${hidden(data)}<noscript><button>${texts.continue}</button></noscript></form>`,
  }
}

/** Returns the page in the issuer's frame, or the full page, after the issuer has returned to the flow's address. */
export function continuePage(
  response: { readonly id: string; readonly transStatus: TransStatus },
  context: PageContext,
): PageParts {
  const texts = FLOW_TEXTS[context.locale]
  return {
    locale: context.locale,
    title: texts.oneMoment,
    data: { self: context.self, id: response.id, status: response.transStatus },
    script: GO_ON_SCRIPT,
    framedBy: "'self'",
    main: markup`<h1>${texts.oneMoment}</h1>
<noscript><a class="button" href="${context.self}" target="_top">${texts.continue}</a></noscript>`,
  }
}

/**
 * Leads to another site. A redirect would be one after the form that was posted before, and browsers stop those that leave
 * the origins of that form's page.
 */
export function leadOnPage(address: string, { locale }: PageContext): PageParts {
  const texts = FLOW_TEXTS[locale]
  return {
    locale,
    title: texts.oneMoment,
    refresh: { seconds: 0, address },
    main: markup`<h1>${texts.oneMoment}</h1>
<p><a class="button" href="${address}">${texts.continue}</a></p>`,
  }
}

/** Returns the page that waits while another request of this flow is running. */
export function waitingPage({ locale }: PageContext): PageParts {
  const texts = FLOW_TEXTS[locale]
  return {
    locale,
    title: texts.oneMoment,
    refresh: { seconds: REFRESH_SECONDS },
    main: markup`<h1>${texts.oneMoment}</h1>
<p role="status">${texts.waiting}</p>`,
  }
}

/** Returns the page shown when the gateway did not answer. The call is stored, and the next visit repeats it. */
export function notReachedPage({ locale, self }: PageContext): PageParts {
  const texts = FLOW_TEXTS[locale]
  return {
    locale,
    title: texts.retry,
    main: markup`<h1>${texts.oneMoment}</h1>
<p role="alert">${texts.notReached}</p>
<p><a class="button" href="${self}">${texts.retry}</a></p>`,
  }
}

export function notValidPage(locale: Locale): PageParts {
  const texts = FLOW_TEXTS[locale]
  return { locale, title: texts.oneMoment, main: markup`<h1>${texts.notValid}</h1>` }
}

function challengeForm(
  step: ChallengeStep,
  challengeWindowSize: string,
  { locale }: PageContext,
  target: string,
): Markup {
  const creq = encodeChallengeRequest({
    threeDsServerTransId: step.token.three_ds_server_trans_id,
    acsTransId: step.token.acs_trans_id ?? '',
    messageVersion: step.token.message_version,
    challengeWindowSize,
  })
  return markup`<form name="bank" method="post" action="${step.acsUrl}" target="${target}">${hidden({ creq })}<noscript><button>${FLOW_TEXTS[locale].continue}</button></noscript></form>`
}

function hidden(fields: HiddenFields): Markup[] {
  return Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )
}

function drawnSize(code: string): ChallengeWindowSize {
  return isWindowSize(code) ? code : DEFAULT_CHALLENGE_WINDOW_SIZE
}

function isWindowSize(code: string): code is ChallengeWindowSize {
  return Object.hasOwn(CHALLENGE_WINDOW_SIZES, code)
}

function originOf(address: string): string {
  return new URL(address).origin
}
