import { expect, it } from 'vitest'

import type { SandboxCredentials } from '@sluice/types'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'

import { callPortal, OWN_PAGE } from '../../test/at-portal.ts'
import { describeAtBothGateways } from '../../test/both-gateways.ts'
import { openPortalSession } from '../../test/portal-session.ts'

describeAtBothGateways('the maximum number of subscriptions of a merchant', (current) => {
  it('are not exceeded, even by concurrent requests, and removing one makes room', async () => {
    const { gateway } = current()
    const { body: sandbox } = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})
    const cookie = await openPortalSession(gateway, sandbox.merchant_id, ['developer'])
    let keys = 0
    const ask = (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
      callPortal(gateway, `/portal/subscriptions${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
        headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
      })
    const make = () => ask('POST', '', { url: 'http://127.0.0.1:9', filters: ['*'] })
    const makeByTools = () =>
      gateway.send(
        'POST',
        '/simulators/webhooks/subscriptions',
        { url: 'http://127.0.0.1:9' },
        { 'x-sandbox-id': sandbox.sandbox_id },
      )
    for (let count = 1; count < MERCHANT_CAPS.subscriptions; count += 1)
      expect((await make()).status).toBe(201)

    const last = await Promise.all([make(), make(), makeByTools(), makeByTools()])
    expect(last.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    for (const { body } of last.filter(({ status }) => status === 422))
      expect(body).toMatchObject({
        errors: [
          {
            property: 'url',
            message: `the merchant has ${MERCHANT_CAPS.subscriptions} subscriptions, the maximum: remove one first`,
            params: ['url'],
          },
        ],
      })
    const added = last.find(({ status }) => status === 201)?.body as { id: string } | undefined
    expect((await ask('DELETE', `/${added?.id}`)).status).toBe(204)
    expect((await make()).status).toBe(201)
    expect((await make()).status).toBe(422)
  })
})
