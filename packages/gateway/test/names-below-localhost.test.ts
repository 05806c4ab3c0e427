/**
 * Safari and some resolvers do not resolve names below `localhost`. In the test environment the origins for shoppers'
 * pages also have a port, and pages at a port link to ports.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { send } from '@sluice/platform/http/testing/send'

import { encodeChallengeRequest } from '../src/three-ds/index.ts'
import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { decodeToken, findForm, open } from './shopper.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const fallbacksOf = ({ app }: TestGateway) => app.server.edge.origins().fallbacks
const liveAt = (origin: string) => fetch(`${origin}/health/live`, { headers: { 'user-agent': 'test' } })

async function sessionOf(at: TestGateway) {
  const { body } = await at.send<{ id: string }>('POST', '/api/sessions', {
    terminal_id: at.ready.terminal_id,
    reference: randomUUID(),
    description: 'Order 1',
    currency: 'EUR',
    amount: 1_850,
    transaction_type: 'PURCHASE',
    return_url: at.returnUrl,
    metadata: { simulated_flow: 'NO_METHOD_CHALLENGE' },
  })
  const told = await at.sendFromBrowser<Record<string, unknown>>('GET', `/api/client/sessions/${body.id}`)
  return told.body
}

describe('in the test environment', () => {
  it('methods and bank also have a port, which the session names', async () => {
    const fallbacks = fallbacksOf(gateway)
    const { methodsUrl, bankUrl } = gateway.app.addresses()
    expect(Object.keys(fallbacks)).toEqual([methodsUrl, bankUrl])
    expect(new URL(fallbacks[methodsUrl] ?? '').hostname).toBe('127.0.0.1')
    const answer = await liveAt(fallbacks[bankUrl] ?? '')
    expect([answer.status, answer.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin'])
    expect(await sessionOf(gateway)).toMatchObject({
      methods_url: methodsUrl,
      fallback_origins: fallbacks,
    })
  })

  it('a port serves only its own origin', async () => {
    const { methodsUrl, bankUrl } = gateway.app.addresses()
    const fallbacks = fallbacksOf(gateway)
    const path = `/embedded-fields/methods-frame/${gateway.ready.client_key}`
    const statusAt = async (origin = '') =>
      (await send(Number(new URL(origin).port), { path, headers: { host: new URL(origin).host } })).status
    expect(await statusAt(fallbacks[methodsUrl])).toBe(200)
    expect(await statusAt(fallbacks[bankUrl])).toBe(404)
  })

  it('webhooks cannot be sent to it', async () => {
    for (const origin of Object.values(fallbacksOf(gateway))) {
      const { status } = await gateway.send('POST', '/simulators/webhooks/subscriptions', {
        url: `${origin}/`,
        filters: ['*'],
      })
      expect(status).toBe(422)
    }
  })

  it('a bank that was reached by port shows its page there, and posts its CRes to a port', async () => {
    const { methodsUrl, bankUrl } = gateway.app.addresses()
    const fallbacks = fallbacksOf(gateway)
    const session = await sessionOf(gateway)
    const { id } = session['session'] as { id: string }
    const { body } = await gateway.sendFromBrowser<{ action: { token: string } }>(
      'POST',
      `/api/client/sessions/${id}/payments`,
      {
        payment_method: { type: 'card', data: await gateway.seal({}, id) },
        browser_info: BROWSER_INFO,
      },
    )
    const token = decodeToken(body.action.token)
    expect(token.acs_url).toContain(bankUrl)
    const creq = encodeChallengeRequest({
      threeDsServerTransId: token.three_ds_server_trans_id,
      acsTransId: token.acs_trans_id ?? '',
      messageVersion: token.message_version,
      challengeWindowSize: token.challenge_window_size,
    })
    const byPort = (token.acs_url ?? '').replace(bankUrl, fallbacks[bankUrl] ?? '')
    const question = findForm(await open(byPort, 'iframe', { creq }), 'password')
    expect(question?.action.startsWith(`${fallbacks[bankUrl]}/`)).toBe(true)
    const answer = { ...question?.fields, decision: 'submit', password: '1234' }
    const back = findForm(await open(question?.action ?? '', 'iframe', answer), 'cres')
    expect(back?.action.startsWith(`${fallbacks[methodsUrl]}/three-ds/`)).toBe(true)
    const notified = await open(back?.action ?? '', 'iframe', back?.fields)
    expect(notified.text).toContain(`data-origin="${fallbacks[methodsUrl]}"`)
  })
})

it('an origin with its own port has no other port', async () => {
  const own = await startTestGateway({ env: { SLUICE_METHODS_PORT: '0', SLUICE_BANK_PORT: '0' } })
  onTestFinished(() => own.close())
  expect(fallbacksOf(own)).toEqual({})
  expect(await sessionOf(own)).not.toHaveProperty('fallback_origins')
})
