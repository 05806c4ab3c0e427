import { CardFields, type PaymentHandle, SluiceProvider, useSluice } from '@sluice/react'
import { type FormEvent, StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface CheckoutData {
  readonly baseUrl: string
  readonly clientKey: string
  readonly sessionId: string
}

const {
  baseUrl,
  clientKey,
  sessionId: firstSessionId,
} = JSON.parse(document.querySelector('#checkout-data')?.textContent ?? '{}') as CheckoutData

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
      <Checkout sessionId={sessionId} onDeclined={setSessionId} />
    </SluiceProvider>
  )
}

interface CheckoutProps {
  readonly sessionId: string
  /** Takes the session of the next try; what was typed stays. */
  readonly onDeclined: (nextSessionId: string) => void
}

function Checkout({ sessionId, onDeclined }: CheckoutProps) {
  const card = useRef<PaymentHandle>(null)
  const { error } = useSluice()
  const [message, setMessage] = useState('')
  const [isReady, setReady] = useState(false)
  const [isPaid, setPaid] = useState(false)

  async function pay(event: FormEvent) {
    event.preventDefault()
    setReady(false)
    setMessage('')
    try {
      const response = await card.current?.submit()
      // The form has marked what was wrong, and the same session takes another try.
      if (response?.correctable) {
        setMessage('Check the marked field.')
        return setReady(true)
      }
      // A decline is a response; what the browser says of an approval, the server checks.
      const answer = response?.approved ? await fetch(`/paid?session=${sessionId}`) : null
      const isConfirmed = answer !== null && ((await answer.json()) as { isPaid: boolean }).isPaid
      setPaid(isConfirmed)
      if (isConfirmed) return
      const next = await fetch('/session')
      onDeclined(((await next.json()) as CheckoutData).sessionId)
      setMessage('The payment was declined. Try another card.')
    } catch (reason) {
      setMessage((reason as Error).message)
      setReady(true)
    }
  }

  if (isPaid) return <h1>Thank you!</h1>
  return (
    <form onSubmit={(event) => void pay(event)}>
      <h1>Field notebook, €24.00</h1>
      <CardFields
        ref={card}
        onReady={() => setReady(true)}
        onError={(problem) => setMessage(problem.message)}
      />
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
