// Shows the card form of the payment service and starts the payment. Decides nothing: whether an order is paid, the
// shop's server asks the payment service itself.

const form = /** @type {HTMLFormElement} */ (document.querySelector('#payment'))
const payButton = /** @type {HTMLButtonElement} */ (document.querySelector('#pay'))
const problem = /** @type {HTMLElement} */ (document.querySelector('#problem'))
const progress = /** @type {HTMLElement} */ (document.querySelector('#progress'))
const { clientKey = '', sessionId = '', returnPath = '/' } = form.dataset

void start()
offerCopying()

// Coming back with the browser's button may show this page as it was left, busy with a payment that is over.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

async function start() {
  say('Loading the card form…')
  try {
    const card = await mountCard()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      pay(card)
    })
    payButton.disabled = false
    say('')
  } catch (error) {
    // Paid or declined in another tab: the next page says what became of it.
    if (error?.code === 'session_finished') return location.assign(returnPath)
    // The library's own errors have texts for people; without the library there is nothing to show.
    const reason =
      window.PaymentComponent && error instanceof Error ? error.message : 'The card form did not load.'
    complain(`${reason} Please reload this page.`)
  }
}

async function mountCard() {
  const core = await window.PaymentComponent({ clientKey, sessionId, environment: 'test', locale: 'en-US' })
  const card = core.create('card', {
    componentConfig: {},
    componentListeners: {
      onChange: () => complain(''),
      onError: (error) => complain(isShownByForm(error) ? '' : error.message),
    },
  })
  await card.mount('#card')
  return card
}

function pay(card) {
  const email = new FormData(form).get('email')
  setBusy(true)
  card.submitPayment({ customer: email ? { email } : {}, callback: finish })
}

/** Called with exactly one of both. A decline is a response: the next page says what to do. */
function finish(response, error) {
  // Its time is over, or it was paid in another tab: the next page says which, and has the way on.
  const isOver = ['session_expired', 'session_finished'].includes(error?.code)
  // Problems that the customer can correct stay on this page; the form has marked the field.
  const canGoOn = response?.correctable || response?.status === 'INVALID'
  if (isOver || (response && !canGoOn)) return location.assign(returnPath)
  setBusy(false)
  if (response?.correctable || (error && isShownByForm(error))) return
  complain(error?.message ?? 'The shop cannot take this payment. Please write to us.')
}

/** The form shows a problem with a card field below that field. The customer's email is the shop's own field. */
function isShownByForm({ code, field }) {
  return field !== undefined && code !== 'customer_invalid'
}

function setBusy(isBusy) {
  payButton.disabled = isBusy
  form.setAttribute('aria-busy', String(isBusy))
  if (isBusy) complain('')
  say(isBusy ? 'Contacting your bank…' : '')
}

/** An empty text takes the last one back. */
function complain(text) {
  problem.textContent = text
  if (text) say('')
}

function say(text) {
  progress.textContent = text
}

function offerCopying() {
  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!navigator.clipboard) {
      button.remove()
      continue
    }
    button.addEventListener('click', async () => {
      const digits = button.parentElement?.querySelector('.digits')?.textContent ?? ''
      await navigator.clipboard.writeText(digits)
      say(`Copied ${digits}`)
    })
  }
}
