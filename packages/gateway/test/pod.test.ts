import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

const POD = 200

let gateway: TestGateway

beforeAll(async () => void (gateway = await startTestGateway({ env: { SLUICE_POD: String(POD) } })))
afterAll(() => gateway.close())

const podOfUuid = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')[15]
const podOfHandle = (handle: string) => Buffer.from(handle, 'base64url')[0]

it('every id and token that others return contains the number of the pod', async () => {
  const { body: session } = await gateway.send<{ id: string }>(
    'POST',
    '/api/sessions',
    gateway.sessionRequest(),
  )
  expect(podOfHandle(session.id)).toBe(POD)

  const { action } = await gateway.authorize({ flow: 'CHALLENGE' })
  expect(podOfHandle(action?.payment_data ?? '')).toBe(POD)
  const transactionId = action?.transaction_id ?? ''
  expect(podOfUuid(transactionId)).toBe(POD)

  // Providers and 3-D Secure servers identify the call by the id of the attempt.
  const attempts = await gateway.books.of('attempts', transactionId)
  expect(attempts.map(({ id }) => podOfUuid(String(id)))).toEqual([POD])
})
