/**
 * One call of each client against the stub: the daily work of a shop. Each module is loaded only by its own
 * process.
 */
export interface Contender {
  /** Creates the client, and returns a function that makes one call and returns its answer. */
  readonly connect: (url: string) => Promise<() => Promise<unknown>>
  /** Loads the package as a shop would, and does nothing else. */
  readonly load: () => Promise<unknown>
}

const SESSION = {
  terminal_id: 'T00000000001',
  description: 'Two tickets to Uppsala',
  currency: 'SEK',
  amount: 24_900,
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/orders/1001',
} as const

let orders = 0
const nextReference = () => `order-${(orders += 1)}`

export const CONTENDERS: Readonly<Record<string, Contender>> = {
  '@sluice/server-sdk': {
    load: () => import('@sluice/server-sdk'),
    async connect(url) {
      const { createClient } = await import('@sluice/server-sdk')
      const client = createClient({
        baseUrl: url,
        authUrl: url,
        realm: 'bench',
        clientId: 'shop',
        clientSecret: 'secret',
      })
      return () => client.sessions.create({ ...SESSION, reference: nextReference() })
    },
  },
  stripe: {
    load: () => import('stripe'),
    async connect(url) {
      const { default: Stripe } = await import('stripe')
      const { hostname, port } = new URL(url)
      const stripe = new Stripe('sk_test_bench', {
        host: hostname,
        port,
        protocol: 'http',
        telemetry: false,
        maxNetworkRetries: 0,
      })
      return () =>
        stripe.paymentIntents.create({
          amount: SESSION.amount,
          currency: 'sek',
          description: SESSION.description,
          metadata: { reference: nextReference() },
        })
    },
  },
  // It supports only https, so its calls are not measured.
  '@adyen/api-library': {
    load: () => import('@adyen/api-library'),
    connect: () => Promise.reject(new Error('calls are not measured')),
  },
  /** The lower bound of the client: its HTTP library, with the same checks before and after. */
  'bare ky + validation': {
    load: () => Promise.all([import('ky'), import('@sluice/types')]),
    async connect(url) {
      const [{ default: ky }, { ENDPOINTS, validateRequest }] = await Promise.all([
        import('ky'),
        import('@sluice/types'),
      ])
      const { body, responses, success } = ENDPOINTS.createSession
      return async () => {
        const request = validateRequest(body, { ...SESSION, reference: nextReference() })
        if (!request.ok) throw new Error('the request is wrong')
        const answer = await ky
          .post(`${url}/api/sessions`, { json: request.value, headers: { authorization: 'Bearer token' } })
          .json()
        return responses[success].parse(answer)
      }
    },
  },
}
