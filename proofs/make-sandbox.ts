import type { SandboxCredentials } from '@sluice/types'
import { expect } from 'vitest'

import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import type { GatewayProcess } from './gateway-process.ts'
import type { Receiver } from './receiver.ts'

/** Creates a merchant, with a subscription to all events if `receiver` is given. */
export async function makeSandbox(
  gateway: Pick<GatewayProcess, 'ready'>,
  receiver?: Pick<Receiver, 'url' | 'trust'>,
): Promise<SandboxCredentials> {
  const demo = new MerchantAtGateway(gateway.ready)
  const input = receiver ? { webhook_url: receiver.url } : {}
  const answer = await demo.send<SandboxCredentials>('POST', '/simulators/sandboxes', input)
  expect(answer.status, answer.text).toBe(201)
  receiver?.trust(answer.body.webhook?.secret ?? '')
  return answer.body
}
