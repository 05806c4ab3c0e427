import { expect, it, onTestFinished, vi } from 'vitest'

import { startPostgres } from '../../platform/test/postgres.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { startTestGateway } from './test-gateway.ts'
import { Client } from 'pg'

it('holds no connection during a provider call, so that more payments can wait for providers than there are connections', async () => {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  const databaseUrl = await createGatewayDatabase(postgres)
  const gateway = await startTestGateway({ databaseUrl, env: { SLUICE_DATABASE_POOL: '2' } })
  onTestFinished(() => gateway.close())
  const observer = new Client({ connectionString: databaseUrl })
  await observer.connect()
  onTestFinished(() => observer.end())
  const count = async (query: string): Promise<number> => {
    const { rows } = await observer.query<{ count: string }>(`select count(*) as count from ${query}`)
    return Number(rows[0]?.count)
  }

  const paid = Array.from({ length: 12 }, () =>
    gateway.authorize({ flow: 'NO_METHOD_FRICTIONLESS', metadata: { simulated_delay_ms: 4_000 } }),
  )
  await vi.waitFor(async () => expect(await count(`attempts where status = 'STARTED'`)).toBe(12), 10_000)
  const busy = `pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect(await count(`${busy} and xact_start is not null`)).toBe(0))
  expect(await count(`${busy} and application_name = 'sluice-gateway'`)).toBeLessThanOrEqual(2)
  for (const { result } of await Promise.all(paid)) expect(result).toMatchObject({ status: 'APPROVED' })
})
