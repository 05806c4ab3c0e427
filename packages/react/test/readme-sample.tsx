import { CardFields, PaymentFailedError, type PaymentHandle, SluiceProvider } from '@sluice/react'
import { type FormEvent, useRef, useState } from 'react'

// Ends without money: your server makes another session, and `sessionId` becomes its id.
const UNPAID = ['DECLINED', 'CANCELED', 'SESSION_EXPIRED']
// Money may have moved. After any other error nothing was paid, and the same session takes another try.
const UNDECIDED = ['outcome_unknown', 'session_finished', 'session_expired', 'frame_removed', 'destroyed']

interface CheckoutProps {
  /** Asks your server for another session and makes it the `sessionId`. */
  readonly tryAgain: () => void
  /** Asks your server, which asks the gateway, until the payment is decided. */
  readonly follow: () => void
}

function Checkout({ tryAgain, follow }: CheckoutProps) {
  const card = useRef<PaymentHandle>(null)
  const [message, setMessage] = useState('')

  function checkPayment() {
    setMessage('We are checking the payment. Do not pay again')
    follow()
  }

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!card.current) return
    try {
      const { correctable, status } = await card.current.submit({ email: 'ana@example.com' })
      if (correctable || status === 'INVALID') return setMessage('Check the marked field')
      if (!UNPAID.includes(status)) return checkPayment()
      setMessage('The payment was declined')
      tryAgain()
    } catch (reason) {
      if (reason instanceof PaymentFailedError && UNDECIDED.includes(reason.code)) return checkPayment()
      setMessage((reason as Error).message) // an empty field, for example
    }
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
