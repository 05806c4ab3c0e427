/** Runs a suite against a whole gateway on each database. */
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

export interface GatewayUnderTest {
  readonly gateway: TestGateway
  /** Null on the embedded database. */
  readonly databaseUrl: string | null
  /** The rows of a table, as the database has them. */
  rowsOf(table: string): Promise<readonly Record<string, unknown>[]>
  /** Runs a statement beside the gateway: what somebody with a hand in the database does. */
  execute(statement: string): Promise<void>
}

/** Defines the suite twice; `current` gives the gateway once the tests run. */
export function describeAtBothGateways(
  name: string,
  define: (current: () => GatewayUnderTest) => void,
  options: TestGatewayOptions = {},
): void {
  describe.each(['SQLite', 'PostgreSQL'] as const)(`${name} (%s)`, (kind) => {
    let postgres: TestPostgres | null = null
    let running: GatewayUnderTest
    beforeAll(async () => {
      postgres = kind === 'PostgreSQL' ? await startPostgres() : null
      const databaseUrl = (await postgres?.createDatabase()) ?? null
      const gateway = await startTestGateway({ ...options, ...(databaseUrl ? { databaseUrl } : {}) })
      running = {
        gateway,
        databaseUrl,
        rowsOf: async (table) =>
          databaseUrl
            ? readRows(databaseUrl, table)
            : ((gateway.dumpTables()[table] ?? []) as Record<string, unknown>[]),
        execute: (statement) =>
          databaseUrl ? execute(databaseUrl, statement) : executeEmbedded(gateway.dataDir, statement),
      }
    })
    afterAll(async () => {
      await running.gateway.close()
      await postgres?.stop()
    })
    define(() => running)
  })
}

/** A second merchant at the same gateway. */
export async function otherMerchant(gateway: TestGateway): Promise<MerchantAtGateway> {
  const answer = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
  expect(answer.status, answer.text).toBe(201)
  return new MerchantAtGateway(answer.body, gateway.clock)
}

async function readRows(databaseUrl: string, table: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(`select * from "${table}"`)).rows
  } finally {
    await client.end()
  }
}

async function execute(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function executeEmbedded(dataDir: string, statement: string): Promise<void> {
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'), { timeout: 5_000 })
  database.exec(statement)
  database.close()
  return Promise.resolve()
}
