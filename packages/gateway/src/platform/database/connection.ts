import type { Kysely, Transaction } from 'kysely'

import type { Database } from './tables.ts'

/** The database, or a commit under way in it. */
export type Connection = Kysely<Database> | Transaction<Database>
