import type { PaymentTexts } from '@sluice/texts/card-form'
import { make, setText } from '../elements/make.ts'
import { afterPatience } from '../payment/patience.ts'
import type { BankState } from './watch-progress.ts'

export interface ChallengePanel {
  /** Shows the question whether to cancel the payment. */
  ask(): void
  /** The payment could not be canceled, so the bank's page is shown again. */
  resume(): void
  /** The page could not be reloaded, because the payment service was not reached. The displayed page remains. */
  stay(): void
  /** The payment's step is in another window, or does not exist. The shopper can only cancel here. */
  elsewhere(): void
  /** The bank's page has ended, and its result is not known yet. */
  wait(): void
  show(state: BankState): void
}

export interface PanelEvents {
  readonly onCancel: () => void
  /** The shopper requests to reload the bank's page. */
  readonly onReload: () => void
}

const CROSS = 'M3 3 13 13M13 3 3 13'

const CALM: BankState = { isShown: false, isLost: false, isBroken: false, isLong: false, news: null }

/**
 * Draws what surrounds the bank's page in the dialog: a header with a way out. Leaving means canceling the payment, so it asks
 * first. As long as the bank's page works, it gets all the remaining room, and nothing next to it looks like a part of
 * it; a bar below it offers help once the page is known to be broken, or the shopper says so.
 *
 * @param stage - The element that holds the bank's page.
 */
export function createChallengePanel(
  stage: HTMLElement,
  texts: PaymentTexts,
  { onCancel, onReload }: PanelEvents,
): ChallengePanel {
  const title = make('h1', { id: 'title', tabindex: '-1' }, texts.challengeTitle)
  // Exists from the beginning, so that later texts are announced.
  const news = make('p', { role: 'status' })
  const waiting = make('p', { class: 'waiting', role: 'status' })
  const helpButton = make('button', { type: 'button', class: 'help', hidden: '' }, texts.problems)
  const closeButton = make('button', { type: 'button', class: 'close', 'aria-label': texts.close }, cross())
  const reloadButton = make('button', { type: 'button' }, texts.reloadBank)
  const leaveButton = make('button', { type: 'button' }, texts.cancel)
  const footer = make('footer', { hidden: '' }, reloadButton, leaveButton)
  const continueButton = make('button', { type: 'button', class: 'continue' }, texts.continuePayment)
  const cancelButton = make('button', { type: 'button' }, texts.cancelPayment)
  const question = make(
    'section',
    {
      class: 'question',
      hidden: '',
      role: 'alertdialog',
      'aria-labelledby': 'question',
      'aria-describedby': 'explanation',
    },
    make('h2', { id: 'question' }, texts.cancelQuestion),
    make('p', { id: 'explanation' }, texts.cancelExplanation),
    make('div', { class: 'choices' }, continueButton, cancelButton),
  )
  document.body.prepend(make('header', {}, make('div', {}, title, news, helpButton), closeButton))
  document.body.append(waiting, footer, question)
  document.body.classList.add('dialog')
  title.focus()

  let known = CALM
  let isElsewhere = false
  /** The shopper reports that the page does not work. */
  let isHelpAsked = false
  let stopWaiting = () => undefined as void
  const isAsked = () => !question.hidden

  /** The available buttons: of two that cancel the payment, never both at once. */
  const offer = () => {
    const isBarShown = !isAsked() && (isElsewhere || isHelpAsked || known.isBroken)
    footer.hidden = !isBarShown
    helpButton.hidden = isAsked() || isBarShown || !known.isLong || news.textContent !== ''
    reloadButton.hidden = isElsewhere
    // The bank's page has its own button for that, and so has the header.
    leaveButton.hidden = known.isShown
  }
  const say = (text: string) => {
    setText(news, text)
    offer()
  }
  const wait = () => {
    stopWaiting()
    setText(waiting, texts.waiting)
    stopWaiting = afterPatience(() => setText(waiting, texts.stillWorking))
  }
  const showQuestion = (isAsking: boolean) => {
    question.hidden = !isAsking
    stage.inert = isAsking
    closeButton.disabled = isAsking
    continueButton.disabled = cancelButton.disabled = false
    offer()
    if (isAsking) continueButton.focus()
    else title.focus()
  }
  const setReloading = (isReloading: boolean) => {
    reloadButton.disabled = isReloading
    stage.inert = isReloading
    document.body.classList.toggle('reloading', isReloading)
    if (isReloading) wait()
  }

  for (const button of [closeButton, leaveButton]) button.addEventListener('click', () => showQuestion(true))
  continueButton.addEventListener('click', () => showQuestion(false))
  cancelButton.addEventListener('click', () => {
    continueButton.disabled = cancelButton.disabled = true
    onCancel()
  })
  helpButton.addEventListener('click', () => {
    isHelpAsked = true
    offer()
    reloadButton.focus()
  })
  reloadButton.addEventListener('click', () => {
    setReloading(true)
    onReload()
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !cancelButton.disabled) showQuestion(!isAsked())
  })
  wait()

  return {
    ask: () => {
      if (!isAsked()) showQuestion(true)
    },
    resume: () => {
      showQuestion(false)
      say(texts.notCanceled)
    },
    stay: () => {
      setReloading(false)
      say(texts.serviceIsSilent)
      reloadButton.focus()
    },
    elsewhere: () => {
      isElsewhere = true
      stopWaiting()
      setText(title, texts.inProgress)
      setText(waiting, texts.elsewhere)
      stopWaiting = afterPatience(() => setText(waiting, `${texts.elsewhere} ${texts.stillWorking}`))
      offer()
    },
    wait: () => {
      known = CALM
      isHelpAsked = false
      document.body.classList.remove('bank-is-shown')
      wait()
      say('')
    },
    show: (state) => {
      const { isShown, isLost } = state
      known = state
      isElsewhere = false
      setText(title, texts.challengeTitle)
      const { classList } = document.body
      if (classList.contains('reloading')) {
        isHelpAsked = false
        setReloading(false)
        title.focus()
      }
      classList.toggle('bank-is-shown', isShown)
      classList.toggle('bank-is-lost', isLost)
      if (isShown || isLost) stopWaiting()
      if (isLost) setText(waiting, texts.bankIsLost)
      say(state.news ? texts[state.news] : '')
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
