import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

it('rejects a grant that a client with a valid secret may not use', async () => {
  const { auth_url, realm, client_id, client_secret } = gateway.ready
  const ask = async (secret: string) => {
    const response = await fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'user-agent': 'test' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'made-up',
        client_id,
        client_secret: secret,
      }),
    })
    return { status: response.status, ...((await response.json()) as object) }
  }
  // RFC 6749 §5.2.
  expect(await ask(client_secret)).toMatchObject({ status: 400, error: 'unauthorized_client' })
  expect(await ask('wrong')).toMatchObject({ status: 401, error: 'invalid_client' })
})
