import { CHALLENGE_WINDOW_SIZES, type ChallengeWindowSize } from '@sluice/types/vocabulary'
import type { PaymentTexts } from '../locales/texts.ts'
import { acceptToken, ownProperty, STYLE_TOKENS } from '../styles/tokens.ts'
import styles from './challenge-dialog.css'
import type { Look } from './read-look.ts'

interface DialogOptions {
  readonly texts: PaymentTexts
  readonly look: Look
  readonly windowSize: ChallengeWindowSize
  readonly onCancel: () => void
}

export interface ChallengeDialog {
  /** Shows the bank's page; once. */
  open(frame: HTMLIFrameElement): void
  /** The payment could not be canceled: the bank's page is shown again. */
  resume(): void
  close(): void
}

const CROSS = 'M3 3 13 13M13 3 3 13'

/**
 * The dialog that holds the bank's page. Leaving it means canceling the payment, so it asks first.
 *
 * Its own parts are in a shadow root, out of reach of the page's styles; the frame is slotted, because browsers do not
 * fill frames inside shadow roots.
 */
export function createChallengeDialog({ texts, look, windowSize, onCancel }: DialogOptions): ChallengeDialog {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  applySize(host, windowSize)
  applyLook(host, look)

  const title = make('h2', { id: 'title', tabIndex: -1, textContent: texts.challengeTitle })
  const closeButton = make('button', { type: 'button', className: 'close', ariaLabel: texts.close }, cross())
  const bank = make('div', { className: 'bank' }, document.createElement('slot'))
  const continueButton = make('button', {
    type: 'button',
    className: 'continue',
    textContent: texts.continuePayment,
  })
  const cancelButton = make('button', { type: 'button', textContent: texts.cancelPayment })
  const question = make(
    'div',
    { className: 'question', hidden: true },
    make('h3', { id: 'question', textContent: texts.cancelQuestion }),
    make('p', { id: 'explanation', textContent: texts.cancelExplanation }),
    make('div', { className: 'choices' }, continueButton, cancelButton),
  )
  question.setAttribute('role', 'alertdialog')
  question.setAttribute('aria-labelledby', 'question')
  question.setAttribute('aria-describedby', 'explanation')
  const dialog = make('dialog', {}, make('header', {}, title, closeButton), bank, question)
  dialog.setAttribute('aria-labelledby', 'title')
  root.append(dialog)

  let isClosing = false
  const showQuestion = (isAsking: boolean) => {
    question.hidden = !isAsking
    bank.inert = isAsking
    closeButton.disabled = isAsking
    continueButton.disabled = cancelButton.disabled = false
    if (isAsking) continueButton.focus()
    else title.focus()
  }
  closeButton.addEventListener('click', () => showQuestion(true))
  continueButton.addEventListener('click', () => showQuestion(false))
  cancelButton.addEventListener('click', () => {
    continueButton.disabled = cancelButton.disabled = true
    onCancel()
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    showQuestion(true)
  })
  // A second Escape closes a dialog whatever its page says; the payment still runs, so it opens again.
  dialog.addEventListener('close', () => {
    if (isClosing || !host.isConnected) return
    dialog.showModal()
    showQuestion(true)
  })

  return {
    open(frame) {
      host.append(frame)
      document.body.append(host)
      dialog.showModal()
      title.focus()
    },
    resume: () => showQuestion(false),
    close() {
      isClosing = true
      // Closing gives the focus back to where it was.
      if (dialog.open) dialog.close()
      host.remove()
    },
  }
}

function applySize(host: HTMLElement, windowSize: ChallengeWindowSize): void {
  const size = CHALLENGE_WINDOW_SIZES[windowSize]
  if (size === 'full') {
    host.dataset['full'] = ''
  } else {
    host.style.setProperty('--bank-width', `${size.widthPixels}px`)
    host.style.setProperty('--bank-height', `${size.heightPixels}px`)
  }
}

function applyLook(host: HTMLElement, { scheme, tokens }: Look): void {
  host.dataset['scheme'] = scheme
  for (const token of STYLE_TOKENS) {
    const value = acceptToken(token, tokens[token] ?? '', (color) => CSS.supports('color', color))
    if (value !== null) host.style.setProperty(ownProperty(token), value)
  }
}

function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  return sheet
}

function cross(): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(namespace, 'svg')
  picture.setAttribute('viewBox', '0 0 16 16')
  picture.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  for (const [name, value] of Object.entries({
    d: CROSS,
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
  })) {
    path.setAttribute(name, value)
  }
  picture.append(path)
  return picture
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  members: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), members)
  element.append(...children)
  return element
}
