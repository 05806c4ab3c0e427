import type { PaymentTexts } from '@sluice/texts/card-form'
import type { BankState } from './watch-progress.ts'

export interface ChallengePanel {
  /** Asks whether the payment is to be canceled. */
  ask(): void
  /** The payment could not be canceled: the bank's page is shown again. */
  resume(): void
  /** The page could not be loaded again, because the payment service was not reached: what was shown stays. */
  stay(): void
  show(state: BankState): void
}

export interface PanelEvents {
  readonly onCancel: () => void
  /** The shopper asks for the bank's page again. */
  readonly onReload: () => void
}

const CROSS = 'M3 3 13 13M13 3 3 13'
/** Who opens the dialog shows a step at once. Without one for this long, the payment's step is in another window. */
const STEP_WITHIN_MS = 5_000

/**
 * Draws what surrounds the bank's page in the dialog: a header with a way out, and a footer with room for a way on.
 * Leaving means canceling the payment, so it asks first. The footer has its height from the beginning, so that the bank's
 * page does not move when there is something in it.
 *
 * @param stage - The element that holds the bank's page.
 */
export function createChallengePanel(
  stage: HTMLElement,
  texts: PaymentTexts,
  { onCancel, onReload }: PanelEvents,
): ChallengePanel {
  const title = make('h1', { id: 'title', tabIndex: -1, textContent: texts.challengeTitle })
  // There from the beginning, so that what it says later is announced.
  const news = make('p', { textContent: texts.afterwards })
  const waiting = make('p', { className: 'waiting', textContent: texts.waiting })
  for (const line of [news, waiting]) line.setAttribute('role', 'status')
  const closeButton = make('button', { type: 'button', className: 'close', ariaLabel: texts.close }, cross())
  const reloadButton = make('button', { type: 'button', textContent: texts.reloadBank })
  const leaveButton = make('button', { type: 'button', textContent: texts.cancel })
  const footer = make('footer', { hidden: true }, reloadButton, leaveButton)
  const continueButton = make('button', {
    type: 'button',
    className: 'continue',
    textContent: texts.continuePayment,
  })
  const cancelButton = make('button', { type: 'button', textContent: texts.cancelPayment })
  const question = make(
    'section',
    { className: 'question', hidden: true },
    make('h2', { id: 'question', textContent: texts.cancelQuestion }),
    make('p', { id: 'explanation', textContent: texts.cancelExplanation }),
    make('div', { className: 'choices' }, continueButton, cancelButton),
  )
  question.setAttribute('role', 'alertdialog')
  question.setAttribute('aria-labelledby', 'question')
  question.setAttribute('aria-describedby', 'explanation')
  document.body.prepend(make('header', {}, make('div', {}, title, news), closeButton))
  document.body.append(waiting, footer, question)
  document.body.classList.add('dialog')
  title.focus()

  const showQuestion = (isAsking: boolean) => {
    question.hidden = !isAsking
    stage.inert = footer.inert = isAsking
    closeButton.disabled = isAsking
    continueButton.disabled = cancelButton.disabled = false
    if (isAsking) continueButton.focus()
    else title.focus()
  }
  for (const button of [closeButton, leaveButton]) button.addEventListener('click', () => showQuestion(true))
  continueButton.addEventListener('click', () => showQuestion(false))
  cancelButton.addEventListener('click', () => {
    continueButton.disabled = cancelButton.disabled = true
    onCancel()
  })
  reloadButton.addEventListener('click', () => {
    setReloading(true)
    onReload()
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !cancelButton.disabled) showQuestion(!isAsked())
  })
  const isAsked = () => question.hidden === false
  const setReloading = (isReloading: boolean) => {
    reloadButton.disabled = isReloading
    stage.inert = isReloading
    document.body.classList.toggle('reloading', isReloading)
  }

  const isElsewhere = setTimeout(() => {
    waiting.textContent = texts.elsewhere
    reloadButton.hidden = true
    footer.hidden = false
  }, STEP_WITHIN_MS)

  return {
    ask: () => {
      if (!isAsked()) showQuestion(true)
    },
    resume: () => {
      showQuestion(false)
      news.textContent = texts.notCanceled
    },
    stay: () => {
      setReloading(false)
      news.textContent = texts.serviceIsSilent
      reloadButton.focus()
    },
    show: ({ isShown, isLost, mayReload, news: known }) => {
      clearTimeout(isElsewhere)
      const { classList } = document.body
      if (classList.contains('reloading')) {
        setReloading(false)
        title.focus()
      }
      classList.toggle('bank-is-shown', isShown)
      classList.toggle('bank-is-lost', isLost)
      waiting.textContent = isLost ? texts.bankIsLost : texts.waiting
      reloadButton.hidden = false
      footer.hidden = !mayReload
      if (news.textContent !== texts[known]) news.textContent = texts[known]
    },
  }
}

function cross(): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(namespace, 'svg')
  picture.setAttribute('viewBox', '0 0 16 16')
  picture.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', CROSS)
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
