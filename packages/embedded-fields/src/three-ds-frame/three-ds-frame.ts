/**
 * The 3DS frame: a document of the gateway around the issuer's pages, so that a merchant's policy has to name only
 * the gateway. It holds no card data. Over a port, the payment sends it the steps, and receives their results.
 */
import { PAYMENT_TEXTS } from '@sluice/texts/card-form'
import { PAGE_LOCALES } from '@sluice/texts/further-texts'
import { DEFAULT_LOCALE } from '@sluice/types/vocabulary'
import { openChannel } from '../protocol/channel.ts'
import { readFragment } from '../protocol/frame-address.ts'
import { joinPage } from '../protocol/handshake.ts'
import {
  readPageToDialog,
  readToThreeDs,
  type CardToThreeDs,
  type DialogToPage,
  type PageToDialog,
  type PageToThreeDs,
  type ThreeDsToCard,
} from '../protocol/messages.ts'
import { applyLook } from '../secure-frame/apply-look.ts'
import { readWindowMessage } from '../three-ds/browser-messages.ts'
import { parseWebAddress } from '../three-ds/web-address.ts'
import { createBankFrame } from './bank-frame.ts'
import { createChallengePanel, type ChallengePanel } from './challenge-panel.ts'
import { destinationOf, type BankStep } from './destination.ts'
import { watchProgress } from './watch-progress.ts'

/** Time the browser may spend on the 3DS Method before authentication continues without it. @see docs/protocol/errors-and-limits.md#limits */
const FINGERPRINT_TIMEOUT_MS = 5_000

const { nonce, scheme } = readFragment(location.hash)
const [locale = DEFAULT_LOCALE] = PAGE_LOCALES
const texts = PAYMENT_TEXTS[locale]
document.documentElement.lang = locale
applyLook(scheme, {})
document.title = texts.bankPage

const stage = document.createElement('main')
document.body.append(stage)

/** The last challenge, and its start time, which does not change if the page is reloaded. */
let challenge = { id: '', beganAtMs: 0 }

void joinPage(nonce).then((port) => {
  let abandon: () => void = () => undefined
  let panel: ChallengePanel | null = null
  const channel = openChannel<CardToThreeDs | PageToThreeDs, ThreeDsToCard>(
    port,
    readToThreeDs,
    (message, [dialogPort]) => {
      if (message.type === 'dialog') {
        if (dialogPort) panel = drawDialog(message, dialogPort, () => channel.send({ type: 'reload' }))
      } else if (message.type === 'stay' || message.type === 'elsewhere') {
        panel?.[message.type]()
      } else {
        abandon()
        abandon = show(message, panel, (end) => channel.send(end))
      }
    },
  )
})

function drawDialog({ tokens }: PageToThreeDs, port: MessagePort, onReload: () => void): ChallengePanel {
  applyLook(scheme, tokens)
  const onCancel = () => page.send({ type: 'cancel' })
  const panel = createChallengePanel(stage, texts, { onCancel, onReload })
  const page = openChannel<PageToDialog, DialogToPage>(port, readPageToDialog, (message) => {
    if (message.type === 'look') applyLook(message.scheme, message.tokens)
    else panel[message.type]()
  })
  return panel
}

/**
 * Shows one step until the ACS returns, which it does by sending its frame to our own notification page. What that
 * page says is a hint: the gateway queries its 3DS server.
 *
 * @returns how to take the step away unfinished.
 */
function show(step: BankStep, panel: ChallengePanel | null, onEnd: (end: ThreeDsToCard) => void): () => void {
  const isFingerprint = step.type === 'fingerprint'
  const { address, fields, threeDsServerTransId } = destinationOf(step)
  // The origin of the gateway's pages to which a bank returns its frame.
  const notifier = isFingerprint ? parseWebAddress(step.notificationUrl)?.origin : location.origin
  const finish = (transStatus: string | null) => {
    leave()
    panel?.wait()
    onEnd(
      isFingerprint
        ? { type: 'fingerprint-done', completed: transStatus !== null }
        : { type: 'challenge-done', transStatus: transStatus?.slice(0, 1) ?? 'U' },
    )
  }
  const listening = new AbortController()
  const { signal } = listening
  const bank = createBankFrame(stage, texts.bankPage)
  const timer = isFingerprint && setTimeout(() => finish(null), FINGERPRINT_TIMEOUT_MS)
  const leave = () => {
    listening.abort()
    if (timer) clearTimeout(timer)
    bank.remove()
  }

  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      if (event.origin !== notifier || event.source !== bank.element.contentWindow) return
      const message = readWindowMessage(event.data)
      if (message?.type !== (isFingerprint ? 'FINGERPRINT_RESPONSE' : 'CHALLENGE_RESPONSE')) return
      if (threeDsServerTransId !== null && message.threeDsServerTransId !== threeDsServerTransId) return
      finish(message.transStatus ?? 'U')
    },
    { signal },
  )
  if (!isFingerprint) {
    const id = threeDsServerTransId ?? address
    if (challenge.id !== id) challenge = { id, beganAtMs: performance.now() }
    watchProgress(
      {
        bank: bank.element,
        connection: window,
        isOnline: () => navigator.onLine,
        now: () => performance.now(),
        signal,
        beganAtMs: challenge.beganAtMs,
      },
      (state) => panel?.show(state),
    )
  }

  const url = parseWebAddress(address)
  if (url === null) finish(null)
  else if (fields === null) bank.open(url)
  else bank.post(url, fields)
  return leave
}
