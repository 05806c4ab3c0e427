import type { Kysely } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import { Secret } from '../kernel/secret.ts'
import { KEY_BYTES } from '../crypto/aead.ts'
import type { Sealer } from './sealer.ts'
import type { SecretsTables } from './secrets.tables.ts'

/**
 * LOOKUP: HMACs of what stored answers are found by. AUDIT_CHAIN: what ties the entries of the audit trail to each other.
 */
export type ServiceKeyName = 'LOOKUP' | 'AUDIT_CHAIN'

export interface ServiceKeyOptions {
  readonly db: Kysely<SecretsTables>
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
}

/**
 * Opens a key of the service, and creates it if it does not exist. Of processes that do so at once, one prevails. The
 * key stays the same when the master key changes, and so does everything derived from it.
 *
 * @param make - 32 bytes; random ones without it.
 * @throws When it is sealed under a master key that the process lacks.
 */
export async function openServiceKey(
  options: ServiceKeyOptions,
  name: ServiceKeyName,
  make = () => options.random.bytes(KEY_BYTES),
): Promise<Secret<Buffer>> {
  const { db, sealer, clock } = options
  const known = await findServiceKey(options, name)
  if (known) return known
  await db
    .insertInto('service_keys')
    .values({
      name,
      sealed: sealer.seal(serviceKeyPurpose(name), make()),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const made = await findServiceKey(options, name)
  if (made === null) throw new Error(`The service key ${name} disappeared right after it was created`)
  return made
}

/** Opens a key of the service; null where none was made yet. */
export async function findServiceKey(
  { db, sealer }: Pick<ServiceKeyOptions, 'db' | 'sealer'>,
  name: ServiceKeyName,
): Promise<Secret<Buffer> | null> {
  const row = await db.selectFrom('service_keys').select('sealed').where('name', '=', name).executeTakeFirst()
  return row ? new Secret(sealer.open(serviceKeyPurpose(name), row.sealed)) : null
}

/** Returns the purpose for which a key of the service is sealed. */
export function serviceKeyPurpose(name: string): string {
  return `service-key/${name}`
}
