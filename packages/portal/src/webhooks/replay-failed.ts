import type { WebhookDeliveryList, WebhookReplay } from '@sluice/types'

import { ask } from '../app/ask.ts'

/** What was given up, one after the other: the API lists one status at a time. */
const GIVEN_UP = ['FAILED', 'CANCELED'] as const

/** As many as a page of the list has at most. */
const PAGE = 100

/** Sends everything again that was given up and is not older; gives how many messages that were. */
export async function replayFailedSince(since: Date): Promise<number> {
  const ids: string[] = []
  // All are found before any is sent again: a replay takes deliveries out of the list.
  for (const status of GIVEN_UP) ids.push(...(await listFailed(status, since)))
  let replayed = 0
  for (let at = 0; at < ids.length; at += PAGE) {
    const answer = await ask<WebhookReplay>('/api/webhooks/deliveries/replay', {
      method: 'POST',
      body: { delivery_ids: ids.slice(at, at + PAGE) },
      key: crypto.randomUUID(),
    })
    replayed += answer.replayed
  }
  return replayed
}

async function listFailed(status: (typeof GIVEN_UP)[number], since: Date): Promise<readonly string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ status, from: since.toISOString(), limit: String(PAGE) })
    if (cursor !== null) query.set('cursor', cursor)
    const list: WebhookDeliveryList = await ask(`/api/webhooks/deliveries?${query}`)
    ids.push(...list.deliveries.map(({ id }) => id))
    cursor = list.next_cursor
  } while (cursor !== null)
  return ids
}
