import {
  CardFields,
  outcomeOf,
  type PaymentHandle,
  type PaymentResponse,
  SluiceProvider,
} from '@sluice/react'
import { type FormEvent, useRef, useState } from 'react'

interface CheckoutProps {
  /** Requests another session from your server and makes it the `sessionId`. */
  readonly tryAgain: () => void
  /** Polls your server, which queries the gateway, until the payment is decided. */
  readonly follow: () => void
}

function Checkout({ tryAgain, follow }: CheckoutProps) {
  const card = useRef<PaymentHandle>(null)
  const [message, setMessage] = useState('')

  function end(response: PaymentResponse | null, error?: Error) {
    switch (outcomeOf(response, error)) {
      case 'correct':
        return setMessage(error?.message ?? 'Check the marked field')
      case 'declined':
        setMessage('The payment was declined')
        return tryAgain()
      case 'paid-hint':
      case 'follow':
        setMessage('We are checking the payment. Do not pay again')
        return follow()
    }
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    await card.current?.submit({ email: 'ana@example.com' }).then(
      (response) => end(response),
      (reason: Error) => end(null, reason),
    )
  }

  return (
    <form onSubmit={(event) => void pay(event)}>
      <CardFields ref={card} hasHolderName onError={({ message: problem }) => setMessage(problem)} />
      <button>Pay</button>
      <p role="alert">{message}</p>
    </form>
  )
}

/** `sessionId` is that of the session which your server made for the order. */
export function Shop({ sessionId, ...checkout }: CheckoutProps & { readonly sessionId: string }) {
  return (
    <SluiceProvider
      baseUrl="https://gateway.example"
      clientKey="ck_test_…"
      sessionId={sessionId}
      environment="test"
    >
      <Checkout {...checkout} />
    </SluiceProvider>
  )
}
