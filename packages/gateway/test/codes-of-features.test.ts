/** The codes of the specification that belong to payment links and installments: each is reached through its feature. */
import type { InvalidRequest, PaymentLink, TransactionList } from '@sluice/types'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import { PROCESSING_CODES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { describeAtBothGateways, type GatewayUnderTest } from './both-gateways.ts'
import { beginPayment, linkRequest, look, makeLink, payByCard, submitCard } from './link-shopper.ts'

type Gateway = GatewayUnderTest['gateway']

/** The result of a refusal: the status of a page, and otherwise the member that has to change. */
type Refusal = readonly [code: string | null | undefined, said: string | number | undefined]

const AMEX = { number: '378282246310005', cvv: '1234' }

const plainTerminal = ({ ready }: Gateway) =>
  ready.terminals.find(({ note }) => note === 'no optional features')?.terminal_id

const refusalIn = (
  refused:
    | {
        readonly processing_code?: string | null
        readonly errors?: readonly { readonly property: string }[] | null
      }
    | null
    | undefined,
): Refusal => [refused?.processing_code, refused?.errors?.[0]?.property]

/** A payment by a merchant's server in three installments. */
async function authorize(gateway: Gateway, body: object, card = {}): Promise<Refusal> {
  const { result } = await gateway.authorize({
    flow: 'NO_3DS',
    card,
    body: { options: { installments: { count: 3 } }, ...body },
  })
  return refusalIn(result)
}

/** A request for a checkout with installments. */
async function create(gateway: Gateway, path: string, body: object): Promise<Refusal> {
  const makeRequest = (changes: Readonly<Record<string, unknown>>) =>
    path === '/api/payment-links' ? linkRequest(gateway, changes) : gateway.sessionRequest(changes)
  const sent = makeRequest({ options: { installments: { max_count: 6 } }, ...body })
  const { status, body: refused } = await gateway.send<InvalidRequest>('POST', path, sent)
  expect(status).toBe(422)
  return refusalIn(refused)
}

/** A choice of installments in a browser. */
async function choose(gateway: Gateway, card: object): Promise<Refusal> {
  const { id } = await gateway.post<{ readonly id: string }>(
    '/api/sessions',
    gateway.sessionRequest({ amount: 12_000, options: { installments: { max_count: 6 } } }),
  )
  return refusalIn((await submitCard(gateway, id, card, { installments: { count: 3 } })).body.result)
}

async function deactivate(gateway: Gateway, { id }: PaymentLink): Promise<void> {
  expect((await gateway.send('POST', `/api/payment-links/${id}/deactivate`)).status).toBe(200)
}

async function readPage(url: string): Promise<Refusal> {
  const { status, text } = await look(url)
  return [/Code (\d{4})/.exec(text)?.[1], status]
}

const REACHED: readonly (readonly [
  code: string,
  where: string,
  refuse: (gateway: Gateway) => Promise<Refusal>,
  says: string | number,
])[] = [
  ['2007', 'a brand of cards on authorize', (at) => authorize(at, {}, AMEX), 'options.installments'],
  ['2007', 'a brand of cards in a browser', (at) => choose(at, AMEX), 'installments'],
  ['2012', 'a currency on authorize', (at) => authorize(at, { currency: 'SEK' }), 'options.installments'],
  [
    '2016',
    'a terminal on authorize',
    (at) => authorize(at, { terminal_id: plainTerminal(at) }),
    'options.installments',
  ],
  ...['/api/sessions', '/api/hosted-payment-page', '/api/payment-links'].flatMap(
    (path) =>
      [
        [
          '2012',
          `a currency on ${path}`,
          (at: Gateway) => create(at, path, { currency: 'SEK' }),
          'options.installments',
        ],
        [
          '2016',
          `a terminal on ${path}`,
          (at: Gateway) => create(at, path, { terminal_id: plainTerminal(at) }),
          'options.installments',
        ],
      ] as const,
  ),
  [
    '2008',
    'a submission at a link that has ended',
    async (at) => {
      const link = await makeLink(at)
      const sessionId = await beginPayment(link.url)
      await deactivate(at, link)
      return refusalIn((await payByCard(at, sessionId)).result)
    },
    'payment_link_id',
  ],
  [
    '2008',
    'the page of a link that has ended',
    async (at) => {
      const link = await makeLink(at)
      await deactivate(at, link)
      return readPage(link.url)
    },
    410,
  ],
  [
    '2009',
    'the page of an unknown link',
    async (at) => {
      const { url } = await makeLink(at)
      return readPage(`${url.slice(0, url.lastIndexOf('/'))}/${'A'.repeat(43)}`)
    },
    404,
  ],
]

it('names every code that speaks of payment links or installments', () => {
  const named = Object.entries(PROCESSING_CODES)
    .filter(([, { message }]) => /payment link|installments/i.test(message))
    .map(([code]) => code)
  expect(named).toEqual(['2007', '2008', '2009', '2012', '2016'])
  expect([...new Set(REACHED.map(([code]) => code))].toSorted()).toEqual(named)
})

describeAtBothGateways(
  'a code of payment links or installments',
  (current) => {
    it.each(REACHED)('%s: %s', async (code, _, refuse, says) => {
      expect(await refuse(current().gateway)).toEqual([code, says])
    })

    it('comes with the id of the link in payments, their events and their filter', async () => {
      const { gateway } = current()
      const link = await makeLink(gateway)
      const { result } = await payByCard(gateway, await beginPayment(link.url))
      const of = { payment_link_id: link.id }
      expect(await gateway.status(result?.id ?? '')).toMatchObject({ status: 'APPROVED', ...of })
      const { data } = await gateway.get<TransactionList>(`/api/transactions?payment_link_id=${link.id}`)
      expect(data).toMatchObject([{ id: result?.id, ...of }])
      const [event] = await gateway.books.of('events', result?.id ?? '')
      expect(JSON.parse(String(event?.['payload']))).toMatchObject({ payload: of })
    })
  },
  { adapters: { hostedPage: loadHostedPage() } },
)
