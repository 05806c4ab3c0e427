/** The example, listening, at a gateway that is real or scripted. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOrderStore, createPayments, createReceiver, type OrderStore } from '../src/receiver.ts'
import type { PaymentGateway } from '../src/payments.ts'

export interface ShopOptions {
  readonly gateway: PaymentGateway
  readonly terminalId: string
  readonly secrets: readonly string[]
  /** @defaultValue `:memory:` */
  readonly databaseFile?: string
  readonly changeStore?: (orders: OrderStore) => OrderStore
}

export interface Shop {
  readonly orders: OrderStore
  readonly entries: Readonly<Record<string, unknown>>[]
  readonly listener: RequestListener
  buy(amountMinor: number, metadata?: Readonly<Record<string, string>>): Promise<string>
  reconcile(): Promise<number>
}

let lastReference = 0

export function openShop(options: ShopOptions): Shop {
  const {
    gateway,
    terminalId,
    secrets,
    databaseFile = ':memory:',
    changeStore = (orders) => orders,
  } = options
  const entries: Readonly<Record<string, unknown>>[] = []
  const log = (entry: Readonly<Record<string, unknown>>) => void entries.push(entry)
  const orders = changeStore(createOrderStore(databaseFile, terminalId))
  const newReference = () => `order-${(lastReference += 1)}`
  const payments = createPayments({ gateway, orders, terminalId, newReference, log })
  return {
    orders,
    entries,
    listener: createReceiver({ payments, orders, secrets, log }),
    async buy(amountMinor, metadata = {}) {
      return (await payments.begin({ amountMinor, metadata })).reference
    },
    reconcile: () => payments.reconcile(),
  }
}

export async function listen(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
