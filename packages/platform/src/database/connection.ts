import type { Kysely, QueryExecutorProvider } from 'kysely'

/** The database, or an open transaction, as one slice passes it to a function of another: without its tables. */
export type Connection = QueryExecutorProvider

/** Shows the owner of `Tables` its own tables. The connection stays the same: what waits for its commit waits on. */
export function withTables<Tables>(connection: Connection): Kysely<Tables> {
  return connection as Kysely<Tables>
}
