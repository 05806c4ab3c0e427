import type { Envelope } from '@sluice/types'
import { isLoopbackUrl } from '@sluice/types'

import type { MerchantAtGateway } from '../merchant-at-gateway.ts'
import {
  answerBank,
  challengeForm,
  decodeToken,
  findForm,
  messageOf,
  open,
  type Page,
  takeFingerprint,
} from '../shopper.ts'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'

/** The shopper's choice on every page. */
export interface Wish {
  readonly approves: boolean
}

/** The labels of the twins' buttons. */
const CHOICES = { stripe: ['approve', 'decline'], adyen: ['yes', 'no'] } as const
/** The input at a simulated bank. */
const PASSWORDS = { yes: '1234', no: '1111' } as const

const PAGES_MAX = 20

/** Completes a card payment through every page of the gateway, a twin or the simulated bank, as a browser does. */
export async function walk(
  merchant: MerchantAtGateway,
  first: Envelope,
  wish: Wish,
): Promise<readonly string[]> {
  const steps: string[] = []
  let envelope = first
  for (let moves = 0; moves < PAGES_MAX; moves += 1) {
    const { action, redirect } = envelope
    if (redirect !== null) {
      await follow(await open(redirect.url, 'document'), wish)
      return [...steps, 'redirect']
    }
    if (action === null) return steps
    const token = decodeToken(action.token)
    if (action.type === 'THREE_DS_2_FINGERPRINT') {
      steps.push('fingerprint')
      const result = FINGERPRINT_RESULTS[await takeFingerprint(token)]
      envelope = await merchant.requestAuthentication(
        token.three_ds_server_trans_id,
        result,
        action.payment_data,
      )
      continue
    }
    steps.push('challenge')
    const bank = await pressChoice(await open(token.acs_url ?? '', 'iframe', challengeForm(token)), wish)
    const page = await answerBank(bank, [PASSWORDS[wish.approves ? 'yes' : 'no']], 'iframe')
    const status = messageOf(page)?.['trans_status'] ?? 'N'
    envelope = await merchant.completeAuthentication(action.payment_data, action.session_id, status)
  }
  throw new Error('the payment asks for ever more')
}

/** Follows a browser over full pages to the shop. */
export async function follow(first: Page, wish: Wish): Promise<void> {
  let page = await pressChoice(first, wish)
  for (let moves = 0; moves < PAGES_MAX && page.location !== null; moves += 1) {
    const next = new URL(page.location, page.url).href
    if (!isLoopbackUrl(next)) return
    page = await pressChoice(await open(next, 'document'), wish)
  }
}

/** Presses the button of a twin's page; returns any other page unchanged. */
async function pressChoice(page: Page, { approves }: Wish): Promise<Page> {
  const words = Object.values(CHOICES).find(([yes]) => page.text.includes(`value="${yes}"`))
  if (!words) return page
  const form = findForm(page)
  return open(form?.action ?? page.url, 'document', { choice: words[approves ? 0 : 1] })
}
