import { type Kysely, sql } from 'kysely'

/**
 * Locks the merchant's oldest row until the transaction ends, for tables with a maximum of rows per merchant: of two
 * transactions that add the last row, the second sees the first's. An update that changes nothing locks on both
 * databases.
 *
 * @param key - the column that identifies the table's rows.
 */
export async function lockOldest<Tables, Table extends keyof Tables & string>(
  trx: Kysely<Tables>,
  table: Table,
  key: keyof Tables[Table] & string,
  merchantId: string,
): Promise<void> {
  const [rows, id] = [sql.table(table), sql.ref(key)]
  await sql`
    update ${rows} set created_at = created_at where ${id} = (
      select ${id} from ${rows} where merchant_id = ${merchantId} order by created_at, ${id} limit 1
    )`.execute(trx)
}
