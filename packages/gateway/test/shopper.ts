import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { type ActionToken, type Envelope, isLoopbackUrl } from '@sluice/types'
import { type HTMLElement, parse } from 'node-html-parser'

import { encodeChallengeRequest, encodeMethodData } from '../src/three-ds/index.ts'

/** A headless shopper's browser that follows pages and forms over real HTTP. */

/** The shopper's input at the bank, page by page; `cancel` presses that button. */
export type AtTheBank = readonly string[]

/** The place of the challenge. */
export type Setting = 'iframe' | 'document'

export interface MerchantSide {
  requestAuthentication(
    threeDsServerTransId: string,
    fingerprintResult: string,
    paymentData: string,
  ): Promise<Envelope>
  completeAuthentication(paymentData: string, sessionId: string, transStatus: string): Promise<Envelope>
}

export interface Page {
  readonly status: number
  readonly url: string
  readonly text: string
  readonly location: string | null
}

/** The text of every answer, for tests that search them. */
export const seenAnswers: string[] = []

const USER_AGENT = 'Mozilla/5.0 (test shopper)'

export async function open(
  url: string,
  setting: Setting,
  form?: Readonly<Record<string, string>>,
): Promise<Page> {
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      'user-agent': USER_AGENT,
      'sec-fetch-dest': setting,
      accept: 'text/html',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form) } : {}),
  })
  const text = await response.text()
  seenAnswers.push(text, JSON.stringify([...response.headers]))
  return { status: response.status, url, text, location: response.headers.get('location') }
}

/** Returns the page's first form, or the one with the given field, with its hidden values. */
export function findForm(
  page: Page,
  fieldName?: string,
): { action: string; fields: Record<string, string> } | null {
  const form = parse(page.text)
    .querySelectorAll('form')
    .find((candidate) => fieldName === undefined || candidate.querySelector(`[name="${fieldName}"]`))
  if (!form) return null
  const inputs: HTMLElement[] = form.querySelectorAll('input')
  const fields = Object.fromEntries(
    inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  )
  return { action: new URL(form.getAttribute('action') ?? page.url, page.url).href, fields }
}

/** Returns the window message of a page that sends one. */
export function messageOf(page: Page): Record<string, string> | null {
  const message = parse(page.text).querySelector('body')?.getAttribute('data-message')
  return message === undefined ? null : (JSON.parse(message) as Record<string, string>)
}

export function decodeToken(token: string): ActionToken {
  return JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as ActionToken
}

/** Runs the 3DS Method in a hidden frame; returns Y if the bank called back. */
export async function takeFingerprint(token: ActionToken): Promise<'Y' | 'N'> {
  const method = await open(token.three_ds_method_url ?? '', 'iframe', {
    threeDSMethodData: encodeMethodData({
      threeDsServerTransId: token.three_ds_server_trans_id,
      notificationUrl: token.three_ds_method_notification_url ?? '',
    }),
  })
  const form = findForm(method)
  if (form === null) return 'N'
  const notification = await open(form.action, 'iframe', form.fields)
  return messageOf(notification)?.['type'] === 'FINGERPRINT_RESPONSE' ? 'Y' : 'N'
}

/** Answers the bank's pages until they redirect the browser back; returns the page of the notification URL. */
export async function answerBank(
  page: Page,
  answers: string[],
  setting: Setting,
  onNotification: (url: string, fields: Record<string, string>) => void = () => undefined,
): Promise<Page> {
  let current = page
  for (;;) {
    const back = findForm(current, 'cres')
    if (back !== null) {
      onNotification(back.action, back.fields)
      return open(back.action, setting, back.fields)
    }
    const question = findForm(current, 'password')
    if (question === null) return current
    const password = answers.shift() ?? ''
    const decision = password === 'cancel' ? { decision: 'cancel' } : { decision: 'submit', password }
    current = await open(question.action, setting, { ...question.fields, ...decision })
  }
}

export function challengeForm(token: ActionToken): Record<string, string> {
  return {
    creq: encodeChallengeRequest({
      threeDsServerTransId: token.three_ds_server_trans_id,
      acsTransId: token.acs_trans_id ?? '',
      messageVersion: token.message_version,
      challengeWindowSize: token.challenge_window_size,
    }),
  }
}

/**
 * Completes an envelope. In frames the merchant's side makes the calls; redirects and forms run as full pages, where
 * the service completes the payment itself and the last page's address is the return URL.
 */
export async function shop(
  first: Envelope,
  merchant: MerchantSide,
  atTheBank: AtTheBank = [],
  onNotification: (url: string, fields: Record<string, string>) => void = () => undefined,
): Promise<{
  readonly envelope: Envelope
  readonly returnedTo: string | null
  readonly steps: readonly string[]
}> {
  let envelope = first
  const steps: string[] = []
  const answers = [...atTheBank]
  for (;;) {
    const { action, redirect, form_submit: form } = envelope
    if (redirect !== null) {
      steps.push('redirect')
      return {
        envelope,
        returnedTo: await followFullPage(await open(redirect.url, 'document'), answers),
        steps,
      }
    }
    if (form !== null) {
      steps.push('form_submit')
      return {
        envelope,
        returnedTo: await followFullPage(await open(form.url, 'document', form.data), answers),
        steps,
      }
    }
    if (action === null) return { envelope, returnedTo: null, steps }

    const token = decodeToken(action.token)
    if (action.type === 'THREE_DS_2_FINGERPRINT') {
      steps.push('fingerprint')
      const indicator = await takeFingerprint(token)
      envelope = await merchant.requestAuthentication(
        token.three_ds_server_trans_id,
        FINGERPRINT_RESULTS[indicator],
        action.payment_data,
      )
    } else {
      steps.push('challenge')
      const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
      const page = await answerBank(bank, answers, 'iframe', onNotification)
      const transStatus = messageOf(page)?.['trans_status']
      // A bank that never answers leaves the page unchanged.
      if (transStatus === undefined) return { envelope, returnedTo: null, steps }
      envelope = await merchant.completeAuthentication(action.payment_data, action.session_id, transStatus)
    }
  }
}

/** Follows full pages and forms to the first address of the shop. */
async function followFullPage(page: Page, answers: string[]): Promise<string | null> {
  let current = page
  for (let moves = 0; moves < 20; moves++) {
    if (current.location !== null) {
      const next = new URL(current.location, current.url)
      if (!isLoopbackUrl(next.href)) return next.href
      current = await open(next.href, 'document')
      continue
    }
    const fingerprint = findForm(current, 'fingerprint_result')
    if (fingerprint !== null) {
      const method = findForm(current, 'threeDSMethodData')
      if (method !== null) await open(method.action, 'iframe', method.fields)
      current = await open(fingerprint.action, 'document', { fingerprint_result: FINGERPRINT_RESULTS.Y })
      continue
    }
    const challenge = findForm(current, 'creq')
    if (challenge !== null && findForm(current, 'password') === null) {
      current = await open(challenge.action, 'document', challenge.fields)
      continue
    }
    if (findForm(current, 'password') !== null || findForm(current, 'cres') !== null) {
      current = await answerBank(current, answers, 'document')
      continue
    }
    return null
  }
  throw new Error(`Still ours after 20 pages: ${current.url}`)
}
