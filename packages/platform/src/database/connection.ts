import type { Kysely, QueryExecutorProvider } from 'kysely'

/** The database, or a commit under way in it, as one slice hands it to a function of another: without any table. */
export type Connection = QueryExecutorProvider

/** Shows the owner of `Tables` its own tables. The connection stays the same: what waits for its commit waits on. */
export function withTables<Tables>(connection: Connection): Kysely<Tables> {
  return connection as Kysely<Tables>
}
