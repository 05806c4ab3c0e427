import type { Clock } from '@sluice/platform/kernel/clock'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { CustomerStore } from '../customers/index.ts'
import { toWireSavedCard } from './saved-card.wire.ts'
import { savedCardStatus, type SavedCard } from './saved-card.ts'
import type { SavedCards } from './saved-cards.ts'

export interface PaymentMethodPorts {
  readonly customers: Pick<CustomerStore, 'find'>
  readonly savedCards: SavedCards
  readonly clock: Clock
}

/** Serves a merchant's saved cards. @see docs/protocol/saved-cards.md#saved-cards */
export function registerPaymentMethods(server: HttpServer, ports: PaymentMethodPorts): void {
  const { customers, savedCards, clock } = ports

  registerEndpoint(server, 'listCustomerPaymentMethods', async ({ params, caller }) => {
    if ((await customers.find(caller.merchantId, params.id)) === null) throw notFoundRefusal()
    const nowMs = clock.now()
    const cards = await savedCards.listOf(caller.merchantId, params.id)
    const active = cards.filter((card) => savedCardStatus(card, nowMs) === 'ACTIVE')
    return { status: 200, body: { data: active.map((card) => toWireSavedCard(card, nowMs)) } }
  })

  registerEndpoint(server, 'getPaymentMethod', async ({ params, caller }) => {
    const card = await findCard(savedCards, caller.merchantId, params.payment_method_id)
    return { status: 200, body: toWireSavedCard(card, clock.now()) }
  })

  registerEndpoint(server, 'deletePaymentMethod', async ({ params, caller }) => {
    const card = await findCard(savedCards, caller.merchantId, params.payment_method_id)
    if (!(await savedCards.delete(card))) throw notFoundRefusal()
    return { status: 204 }
  })
}

async function findCard(savedCards: SavedCards, merchantId: string, id: string): Promise<SavedCard> {
  const card = await savedCards.find(merchantId, id)
  if (card === null) throw notFoundRefusal()
  return card
}
