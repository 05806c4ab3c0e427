import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { checkDatabase } from '../../packages/gateway/src/installation-checks/check-database.ts'
import type { Bank } from './bank.ts'
import type { Shop } from './shop.ts'
import type { Storage } from './storage.ts'
import type { Scheduler } from './scheduler.ts'

/** Returns the first invariant that is violated at the end; null if all hold. */
export async function findViolation(
  { config }: Storage,
  { scheduler, bank, shop }: { readonly scheduler: Scheduler; readonly bank: Bank; readonly shop: Shop },
): Promise<string | null> {
  const acknowledged = join(config.dataDir, 'acknowledged.jsonl')
  const lines = shop.acknowledged.map(({ transactionId, status }) => ({
    transaction_id: transactionId,
    status,
  }))
  writeFileSync(acknowledged, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const results = await checkDatabase(config, acknowledged, {
    clock: { now: () => scheduler.nowMs },
    readBooks: (keys) => Promise.resolve(keys.flatMap((key) => bank.readBook(key) ?? [])),
  })
  const skipped = results.find(({ skipped: reason }) => reason !== undefined)
  if (skipped) return `${skipped.id}: was not judged: ${skipped.skipped}`
  const broken = results.find(({ violations }) => violations.length > 0)
  return broken ? `${broken.id}: ${broken.violations[0]}` : null
}
