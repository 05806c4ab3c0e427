import { CardFields, type PaymentHandle, SluiceProvider, useSluice } from '@sluice/react'
import { type FormEvent, StrictMode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { followPayment, pay, type Step } from './follow-payment.ts'
import { type CheckoutData, createShop } from './shop.ts'

const {
  baseUrl,
  clientKey,
  order,
  outcome: firstOutcome,
  sessionId: firstSessionId,
} = JSON.parse(document.querySelector('#checkout-data')?.textContent ?? '{}') as CheckoutData
const shop = createShop(order)

function Shop() {
  const [sessionId, setSessionId] = useState(firstSessionId)
  return (
    <SluiceProvider
      baseUrl={baseUrl}
      clientKey={clientKey}
      sessionId={sessionId}
      environment="test"
      locale="en-US"
    >
      <Checkout onNext={setSessionId} />
    </SluiceProvider>
  )
}

interface CheckoutProps {
  /** Sets the session of the next attempt; typed values are kept. */
  readonly onNext: (nextSessionId: string) => void
}

function Checkout({ onNext }: CheckoutProps) {
  const card = useRef<PaymentHandle>(null)
  const { error } = useSluice()
  const [message, setMessage] = useState('')
  const [isReady, setReady] = useState(false)
  const [isPaid, setPaid] = useState(false)
  // A page that is loaded again during a payment shows no form before that payment is decided.
  const [hasForm, setForm] = useState(firstOutcome === 'open')
  const following = { ...shop, onPending: () => setMessage('We are checking the payment. Do not pay again.') }

  async function take(step: Step) {
    if (step.kind === 'paid') return setPaid(true)
    setMessage(step.message)
    if (step.kind === 'stop') return
    try {
      // The form reports when the session is set.
      if (step.kind === 'next') onNext(await shop.nextSession())
      else setReady(true)
      setForm(true)
    } catch (reason) {
      setMessage((reason as Error).message)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const { current } = card
    if (!current) return
    setReady(false)
    setMessage('')
    void pay(() => current.submit(), following).then(take)
  }

  useEffect(() => {
    if (firstOutcome === 'open') return
    let isOver = false
    void followPayment(following).then((step) => (isOver ? undefined : take(step)))
    return () => {
      isOver = true
    }
  }, [])

  if (isPaid) return <h1>Thank you!</h1>
  return (
    <form onSubmit={submit}>
      <h1>Field notebook, €24.00</h1>
      {hasForm && (
        <CardFields
          ref={card}
          onReady={() => setReady(true)}
          onError={(problem) => setMessage(problem.message)}
        />
      )}
      <button disabled={!isReady}>Pay €24.00</button>
      <p role="alert">{error ? 'The card form did not load. Reload this page.' : message}</p>
    </form>
  )
}

const root = document.querySelector('#shop')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
}
