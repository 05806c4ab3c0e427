import type { PaymentTexts } from '@sluice/texts/card-form'

export interface ChallengePanel {
  /** Asks whether the payment is to be canceled. */
  ask(): void
  /** The payment goes on: the bank's page is shown again. */
  resume(): void
}

const CROSS = 'M3 3 13 13M13 3 3 13'

/**
 * Draws what surrounds the bank's page in the dialog: a header with a way out. Leaving means canceling the payment, so
 * it asks first.
 *
 * @param stage - The element that holds the bank's page.
 */
export function createChallengePanel(
  stage: HTMLElement,
  texts: PaymentTexts,
  onCancel: () => void,
): ChallengePanel {
  const title = make('h1', { id: 'title', tabIndex: -1, textContent: texts.challengeTitle })
  const closeButton = make('button', { type: 'button', className: 'close', ariaLabel: texts.close }, cross())
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
  document.body.prepend(make('header', {}, title, closeButton))
  document.body.append(question)
  document.body.classList.add('dialog')
  title.focus()

  const showQuestion = (isAsking: boolean) => {
    question.hidden = !isAsking
    stage.inert = isAsking
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
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !cancelButton.disabled) showQuestion(!isAsked())
  })
  const isAsked = () => question.hidden === false

  return {
    ask: () => {
      if (!isAsked()) showQuestion(true)
    },
    resume: () => showQuestion(false),
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
