/** Runs a suite against a whole gateway on each database. */
import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import type { Book, Row } from './books.ts'
import { createGatewayDatabase, GATEWAY_DATABASES } from './gateway-databases.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

export interface GatewayUnderTest {
  readonly gateway: TestGateway
  /** The address of PostgreSQL; null on the embedded database. */
  readonly databaseUrl: string | null
  /** Returns the rows of a book, as stored. */
  rowsOf(book: Book): Promise<readonly Row[]>
  /** Runs a statement outside the gateway, like a direct writer to the database. */
  execute(statement: string): Promise<void>
}

/** Defines the suite for both databases; `current` returns the gateway while the tests run. */
export function describeAtBothGateways(
  name: string,
  define: (current: () => GatewayUnderTest) => void,
  options: TestGatewayOptions = {},
): void {
  describe.each(GATEWAY_DATABASES)(`${name} (%s)`, (kind) => {
    let postgres: TestPostgres | null = null
    let running: GatewayUnderTest
    beforeAll(async () => {
      postgres = kind === 'PostgreSQL' ? await startPostgres() : null
      const databaseUrl = postgres && (await createGatewayDatabase(postgres))
      const gateway = await startTestGateway({ ...options, ...(databaseUrl ? { databaseUrl } : {}) })
      running = {
        gateway,
        databaseUrl,
        rowsOf: (book) => gateway.books.all(book),
        execute: async (statement) => void (await gateway.books.query(statement)),
      }
    })
    afterAll(async () => {
      await running.gateway.close()
      await postgres?.stop()
    })
    define(() => running)
  })
}

/** Returns a second merchant at the same gateway. */
export async function otherMerchant(gateway: TestGateway): Promise<MerchantAtGateway> {
  const answer = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
  expect(answer.status, answer.text).toBe(201)
  return new MerchantAtGateway(answer.body, gateway.clock)
}
