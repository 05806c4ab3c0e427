import type { Envelope } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from '../../../test/test-gateway.ts'

describe('transactions: customer_ip', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway()
  })
  afterAll(() => gateway.close())

  it.each([
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
    ['2001:0DB8:0:0:0:0:0:7', '2001:db8::7'],
  ])('%s is returned as %s', async (customer_ip, plain) => {
    const envelope: Envelope = await gateway.authorize({ flow: 'NO_3DS', body: { customer_ip } })
    expect(envelope.result).toMatchObject({ status: 'APPROVED', customer_ip: plain })
  })
})
