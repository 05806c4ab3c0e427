import type { EventsMessage } from '@sluice/provider-protocol'
import type { Transaction } from 'kysely'

import type { SimulatorTables } from '../simulator.tables.ts'
import type { OwedEvent } from './owed-event.ts'

/** Stores an event that is owed. The events of a key are sent in the order in which they were stored. */
export async function addEvent(
  trx: Transaction<SimulatorTables>,
  { providerId, idempotencyKey, merchantId, url, event, dueAtMs }: OwedEvent,
): Promise<void> {
  const message: EventsMessage = { events: [event] }
  const { last } = await trx
    .selectFrom('simulated_callbacks')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('provider_id', '=', providerId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('simulated_callbacks')
    .values({
      provider_id: providerId,
      idempotency_key: idempotencyKey,
      sequence: last === null ? 0 : Number(last) + 1,
      merchant_id: merchantId,
      message_id: event.id,
      url,
      body: JSON.stringify(message),
      tries: 0,
      due_at: dueAtMs,
      delivered_at: null,
    })
    .execute()
}
