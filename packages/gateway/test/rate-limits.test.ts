import type { EmbeddedSession } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createManualClock } from '../../platform/test/manual-clock.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

// Real time stands still, so no allowance is restored until a test advances it.
const realTime = createManualClock()

describe('rate limits', () => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway({ env: { SLUICE_RATE_LIMITS: 'on' }, adapters: { realTime } })
  })
  beforeEach(() => realTime.advance(5_000))
  afterAll(() => gateway.close())

  const status = (id: string) => gateway.send('GET', `/api/transactions/${id}/status`)
  const times = async <T>(count: number, send: () => Promise<T>) => {
    const answers: T[] = []
    for (let index = 0; index < count; index += 1) answers.push(await send())
    return answers
  }

  it('allow a client a hundred requests at once, with the remaining number in every answer', async () => {
    let ids = 0
    const answers = await times(100, () => status(`t${(ids += 1)}`))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404]))
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"api";q=100;w=2, "status";q=10;w=1')
    expect(answers.at(-1)?.headers.get('ratelimit')).toBe('"api";r=0;t=2, "status";r=9;t=1')

    const refused = await gateway.send('POST', '/api/sessions', '{')
    expect([refused.status, refused.body]).toEqual([429, { error: 'Too Many Requests' }])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('ratelimit')).toBe('"api";r=0;t=2')
    expect(refused.headers.get('api-version')).toBe('1.0.0')

    realTime.advance(1_000)
    expect((await gateway.send('POST', '/api/sessions', '{')).status).toBe(400)
  })

  it('allow ten status queries of one transaction a second', async () => {
    const answers = await times(11, () => status('one'))
    expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(10).fill(404), 429])
    expect((await status('another')).status).toBe(404)
  })

  it('allow a browser twenty requests at once with a session', async () => {
    const create = () => gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
    const [one, other] = [await create(), await create()]
    const read = (id: string) => gateway.sendFromBrowser('GET', `/api/client/sessions/${id}/status`)
    const answers = await times(21, () => read(one.id))
    expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(20).fill(200), 429])
    expect(answers[0]?.headers.get('ratelimit')).toBe('"browser";r=19;t=1')
    expect((await read(other.id)).status).toBe(200)
    realTime.advance(1_000)
    expect((await times(6, () => read(one.id))).map((answer) => answer.status)).toEqual([
      ...Array<number>(5).fill(200),
      429,
    ])
  })

  it('apply before an idempotency key is read, and do not use it', async () => {
    const { headers, body } = {
      headers: { 'idempotency-key': 'under-limits' },
      body: { terminal_id: gateway.ready.terminal_id },
    }
    await times(100, () => gateway.send('POST', '/api/sessions', body))
    const refused = await gateway.send('POST', '/api/sessions', body, headers)
    expect(refused.status).toBe(429)
    expect(await gateway.books.all('storedAnswers')).toEqual([])
  })

  it('allow a client twenty tokens at once, with an OAuth error', async () => {
    const { auth_url, realm, client_id, client_secret } = gateway.ready
    const ask = (clientId: string) =>
      fetch(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, {
        method: 'POST',
        headers: { 'user-agent': 'test', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret }),
      })
    const answers = await times(21, () => ask(client_id))
    expect(answers.map((answer) => answer.status)).toEqual([...Array<number>(20).fill(200), 429])
    expect(await answers.at(-1)?.json()).toEqual({
      error: 'slow_down',
      error_description: 'Too many requests',
    })
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('1')
    // Another client is not affected.
    expect((await ask('unknown')).status).toBe(401)
    realTime.advance(1_000)
    expect((await ask(client_id)).status).toBe(200)
  })
})

describe('without rate limits', () => {
  it('the test environment counts nothing, and sends no headers', async () => {
    const gateway = await startTestGateway()
    const answer = await gateway.send('GET', '/api/transactions/t1/status')
    expect(answer.headers.get('ratelimit')).toBeNull()
    await gateway.close()
  })
})
