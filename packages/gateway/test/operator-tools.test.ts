import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

const TOKEN = 'operator-token-of-thirty-two-chars'

describe('the tools of the test environment', () => {
  let gateway: TestGateway
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    gateway.send('GET', '/simulators/clock', undefined, { authorization: '', ...headers })

  describe('on this machine', () => {
    beforeAll(async () => {
      gateway = await startTestGateway()
    })
    afterAll(() => gateway.close())

    it('are open to its programs', async () => {
      expect((await ask()).status).toBe(200)
    })

    it('are closed to pages of other origins, which learn nothing', async () => {
      const answer = await ask({ origin: 'https://evil.example' })
      expect(answer.status).toBe(403)
      expect(answer.text).toBe('')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      const preflight = await gateway.send('OPTIONS', '/simulators/clock', undefined, {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
      })
      expect(preflight.status).toBe(403)
      expect(preflight.headers.get('access-control-allow-methods')).toBeNull()
    })
  })

  describe('behind a proxy', () => {
    beforeAll(async () => {
      gateway = await startTestGateway({
        env: { SLUICE_TRUSTED_PROXIES: '10.0.0.0/8', SLUICE_OPERATOR_TOKEN: TOKEN },
      })
    })
    afterAll(() => gateway.close())

    it('are open to the operator', async () => {
      const missing = await ask()
      expect(missing.status).toBe(401)
      expect(missing.body).toEqual({ error: 'Unauthorized' })
      expect(missing.headers.get('www-authenticate')).toMatch(/^Bearer realm=/)
      const wrong = await ask({ authorization: `Bearer ${TOKEN}x` })
      expect(wrong.status).toBe(401)
      expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(200)
    })

    it('are closed to merchants', async () => {
      expect((await gateway.send('GET', '/simulators/clock')).status).toBe(401)
    })
  })

  it('do not exist without simulators', async () => {
    gateway = await startTestGateway({ env: { SLUICE_SIMULATORS: 'off' } })
    try {
      expect((await ask()).status).toBe(404)
      expect((await gateway.send('POST', '/simulators/sandboxes', {})).status).toBe(404)
      expect((await gateway.send('GET', '/openapi.json')).text).not.toContain('/simulators/')
    } finally {
      await gateway.close()
    }
  })
})
