import { Client } from 'pg'

/** Returns the ids of the master keys that sealed keys of the service. */
export async function listSealingKeys(databaseUrl: string): Promise<readonly string[]> {
  const rows = await queryPostgres<{ id: string }>(
    databaseUrl,
    `select encode(substring(sealed from 1 for 4), 'hex') as id from service_keys
     union select encode(substring(private_sealed from 1 for 4), 'hex') from signing_keys`,
  )
  return rows.map(({ id }) => id)
}

/** Runs a statement on a separate connection. */
export async function queryPostgres<Row>(databaseUrl: string, text: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}
