import type { Transaction } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import { listDifferences, type RecordChange } from '@sluice/platform/kernel/record-change'

import type { IdentityTables } from './identity.tables.ts'
import type { ConfiguredClient } from './configured-client.ts'

/** The hash of no secret: of a client whose tokens come from another identity provider. */
const HASH_OF_NO_SECRET = Buffer.alloc(32)

/**
 * The API clients of a merchant as the operator wants them. Those that it has beyond that are deactivated; an id that
 * another merchant has is a conflict.
 */
export async function configureClients(
  trx: Transaction<IdentityTables>,
  merchantId: string,
  wanted: readonly ConfiguredClient[],
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<{ readonly changes: readonly RecordChange[]; readonly conflicts: readonly string[] }> {
  const changes: RecordChange[] = []
  const conflicts: string[] = []
  for (const client of wanted) {
    const id = client.clientId
    const row = await trx.selectFrom('api_clients').selectAll().where('client_id', '=', id).executeTakeFirst()
    if (row && row.merchant_id !== merchantId) {
      conflicts.push(
        `client ${id} belongs to merchant ${row.merchant_id}: choose another client id for ${merchantId}`,
      )
      continue
    }
    const [first = HASH_OF_NO_SECRET, second = null] = client.secretHashes.map((hash) => Buffer.from(hash))
    const columns = {
      status: client.status,
      roles: JSON.stringify([...client.roles].sort()),
      secret_hash: first,
      second_secret_hash: second,
      // The file decides: as long as it names two.
      second_secret_until: null,
      public_keys: JSON.stringify(client.publicKeys),
    }
    if (!row) {
      await trx
        .insertInto('api_clients')
        .values({
          client_id: id,
          merchant_id: merchantId,
          subject: random.uuid(),
          ...columns,
          created_at: clock.now(),
        })
        .execute()
      changes.push({ action: 'created', kind: 'client', id, members: [] })
      continue
    }
    const members = listDifferences(describe(columns), describe(row))
    if (members.length === 0) continue
    await trx.updateTable('api_clients').set(columns).where('client_id', '=', id).execute()
    changes.push({ action: 'changed', kind: 'client', id, members })
  }

  const listed = new Set(wanted.map(({ clientId }) => clientId))
  const active = await trx
    .selectFrom('api_clients')
    .select('client_id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'ACTIVE')
    .orderBy('client_id')
    .execute()
  for (const { client_id: id } of active) {
    if (listed.has(id)) continue
    await trx.updateTable('api_clients').set({ status: 'INACTIVE' }).where('client_id', '=', id).execute()
    changes.push({ action: 'deactivated', kind: 'client', id, members: ['status'] })
  }
  return { changes, conflicts }
}

/** The order of the two secrets does not matter, nor that of the roles. */
function describe(columns: {
  readonly status: string
  readonly roles: string
  readonly secret_hash: Buffer
  readonly second_secret_hash: Buffer | null
  readonly second_secret_until: number | null
  readonly public_keys: string
}) {
  const hashes = [columns.secret_hash, columns.second_secret_hash ?? HASH_OF_NO_SECRET]
  return {
    status: columns.status,
    roles: new Set(JSON.parse(columns.roles) as string[]),
    secretsUntil: columns.second_secret_until,
    secrets: new Set(hashes.map((hash) => hash.toString('hex'))),
    publicKeys: columns.public_keys,
  }
}
