import { FINAL_STATUSES } from '@sluice/types/vocabulary'

import {
  type AcknowledgedTransaction,
  type Invariant,
  type InvariantPorts,
  NotApplicable,
} from './invariant.ts'

/** Well below the number of values that SQLite accepts in one statement. */
const LOOK_UP_BATCH = 500

export const DURABILITY: Invariant = {
  id: 'I7',
  title: 'Every acknowledged payment exists with the acknowledged or a later status',
  async find(ports) {
    const { acknowledged } = ports
    if (acknowledged === null) return new NotApplicable('no log of acknowledged payments was given')
    const lost: string[] = []
    for (let start = 0; start < acknowledged.length; start += LOOK_UP_BATCH) {
      lost.push(...(await findLost(ports, acknowledged.slice(start, start + LOOK_UP_BATCH))))
    }
    return lost
  },
}

async function findLost(
  { db }: InvariantPorts,
  acknowledged: readonly AcknowledgedTransaction[],
): Promise<readonly string[]> {
  const ids = acknowledged.map(({ transaction_id: id }) => id)
  const rows = await db.selectFrom('transactions').select(['id', 'status']).where('id', 'in', ids).execute()
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  return acknowledged.flatMap(({ transaction_id: id, status }) => {
    const stored = statuses.get(id)
    if (stored === undefined) return [`${id}: ${status} was acknowledged, but it does not exist`]
    const isFinal = FINAL_STATUSES.some((final) => final === status)
    return stored === status || !isFinal ? [] : [`${id}: ${status} was acknowledged, but it is ${stored}`]
  })
}
