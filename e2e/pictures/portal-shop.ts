import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect } from '@playwright/test'
import type { SandboxCredentials } from '@sluice/types'

import type { Gateway } from '../fixtures/gateway.ts'
import { merchantClient } from '../fixtures/merchant-client.ts'
import { pay } from '../fixtures/portal.ts'

/** A shop with a day's payments: what the pictures of the portal show. */
export interface PortalShop {
  readonly credentials: SandboxCredentials
  readonly name: string
  /** Authorized, captured in two parts and refunded in part: its timeline has something of everything. */
  readonly captured: string
  readonly declined: string
  /** A link that opens the portal once, as the owner. */
  createLink(): Promise<string>
  stop(): Promise<void>
}

const NAME = 'Blueberry Lanterns'

/** Orders of the day: what, for how much, and for whom. */
const ORDERS = [
  ['A1042', 'Storm lantern', 49_00, 'EUR', 'ada@home.example'],
  ['A1043', 'Wicks, a dozen', 12_50, 'EUR', 'boris@home.example'],
  ['A1044', 'Hanging lamp', 189_90, 'GBP', 'chiara@home.example'],
  ['A1045', 'Lamp oil, 5 l', 32_00, 'EUR', 'dana@home.example'],
] as const

const CAPTURED = { reference: 'A1041', amount: 120_00, email: 'goran@home.example' } as const
const DECLINED = { reference: 'A1046', amount: 78_00, email: 'fleur@home.example', code: '1004' } as const

/** One for each order and the declined one; four for the captured one. */
const MESSAGES = ORDERS.length + 1 + 4

/** Opens the shop in a sandbox, sells, and waits until its receiver was sent every webhook. */
export async function openPortalShop({ credentials: { base_url: baseUrl } }: Gateway): Promise<PortalShop> {
  const messages = new Set<unknown>()
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      // Failed deliveries are shown, too.
      response.writeHead(body.includes(DECLINED.reference) ? 503 : 200).end()
      messages.add(request.headers['webhook-id'])
    })
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo

  const send = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${baseUrl}/simulators/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<unknown>
  }
  const credentials = (await send('sandboxes', {
    name: NAME,
    webhook_url: `http://127.0.0.1:${port}/webhooks`,
    origins: ['https://lanterns.example'],
  })) as SandboxCredentials

  const captured = await pay(
    { credentials },
    {
      reference: CAPTURED.reference,
      amount: CAPTURED.amount,
      description: 'Three lanterns',
      customer: { email: CAPTURED.email },
      transaction_type: 'AUTHORIZE',
    },
  )
  const { transactions } = merchantClient(credentials)
  await transactions.capture(captured, { amount: 80_00, finalCapture: false })
  const second = await transactions.capture(captured, { amount: 40_00 })
  await transactions.refund(second, { amount: 15_00 })
  for (const [reference, description, amount, currency, email] of ORDERS)
    await pay({ credentials }, { reference, description, amount, currency, customer: { email } })
  const { code, email, ...order } = DECLINED
  const declined = await pay(
    { credentials },
    { ...order, description: 'Two lanterns', customer: { email }, code },
  )
  await expect.poll(() => messages.size, { timeout: 60_000 }).toBe(MESSAGES)

  return {
    credentials,
    name: NAME,
    captured: captured.id,
    declined: declined.id,
    createLink: async () =>
      (
        (await send('portal-links', {}, { 'x-sandbox-id': credentials.sandbox_id })) as {
          readonly url: string
        }
      ).url,
    async stop() {
      receiver.close()
      receiver.closeAllConnections()
      await once(receiver, 'close')
    },
  }
}
