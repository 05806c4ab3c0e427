import type { WebhookReplay } from '@sluice/types'

import { ask } from '../app/ask.ts'

/** Sends all abandoned messages again that are not older. Returns how many messages that were. */
export async function replayFailedSince(since: Date): Promise<number> {
  let replayed = 0
  let hasMore = true
  // A message that was sent again is no longer abandoned, so each request takes the next ones.
  while (hasMore) {
    const answer = await ask<WebhookReplay>('/api/webhooks/deliveries/replay', {
      method: 'POST',
      body: { failed: true, from: since.toISOString() },
      key: crypto.randomUUID(),
    })
    replayed += answer.replayed
    hasMore = answer.has_more
  }
  return replayed
}
