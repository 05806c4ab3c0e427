import type { EmbeddedSession, Envelope, Transaction } from '@sluice/types'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** The sizes of a purchase's lines, as in docs/performance.md. */
const LINE_BYTES_MAX = { answered: 500, 'a payment ended': 650 }

const lines: string[] = []
let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway({
    env: { SLUICE_LOG_LEVEL: 'info' },
    adapters: { logDestination: { write: (line) => void lines.push(line) } },
  })
})
afterAll(() => gateway.close())
beforeEach(() => {
  lines.length = 0
})

/** Returns the line of the one answered request to an endpoint, which is written after the answer was sent. */
function lineOf(endpoint: string): Promise<Record<string, unknown>> {
  return vi.waitFor(() => {
    const answered = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === 'answered' && line['endpoint'] === endpoint)
    expect(answered).toHaveLength(1)
    return answered[0] ?? {}
  })
}

const namesOf = ({ id, reference }: Transaction) => ({
  transaction_id: id,
  reference,
  request_id: expect.stringMatching(/\S/) as unknown,
})

it('the line of a payment’s request names the payment, and so does that of each later request', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  const paid = await gateway.status(result?.id ?? '')
  expect(await lineOf('authorize')).toMatchObject(namesOf(paid))
  expect(await lineOf('getStatus')).toMatchObject(namesOf(paid))
})

it('the line of an operation names the operation, not its original', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  const refund = await gateway.post<Transaction>('/api/transactions/manage', {
    transaction_type: 'REFUND',
    terminal_id: gateway.ready.terminal_id,
    reference: result?.reference,
    amount: 100,
    currency: 'EUR',
  })
  expect(await lineOf('manage')).toMatchObject(namesOf(refund))
})

it('the lines of a browser that pays a session name the payment, not the session', async () => {
  const { id } = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
  await gateway.sendFromBrowser<Envelope>('POST', `/api/client/sessions/${id}/payments`, {
    payment_method: { type: 'card', data: await gateway.seal({}, id) },
    browser_info: BROWSER_INFO,
  })
  const line = await lineOf('createClientPayment')
  expect(line).toMatchObject(namesOf(await gateway.status(id)))
  expect(lines.join('')).not.toContain(id)
})

it('lines of concurrent requests name their own payments', async () => {
  const paid = await Promise.all(Array.from({ length: 5 }, () => gateway.authorize({ flow: 'NO_3DS' })))
  await vi.waitFor(() => {
    const named = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ endpoint }) => endpoint === 'authorize')
      .map(({ transaction_id, reference }) => `${String(transaction_id)} ${String(reference)}`)
    expect(named.sort()).toEqual(paid.map(({ result }) => `${result?.id} ${result?.reference}`).sort())
  })
})

it('a purchase has a line for its request and one for its end, within their size limits', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
  await lineOf('authorize')
  const own = lines
    .filter((line) => line.includes(result?.id ?? 'no id'))
    .map((line) => ({ line, msg: (JSON.parse(line) as { msg: keyof typeof LINE_BYTES_MAX }).msg }))
  expect(own.map(({ msg }) => msg).sort()).toEqual(Object.keys(LINE_BYTES_MAX).sort())
  // Durations have more digits on a busy machine, and a process id up to seven.
  for (const { line, msg } of own) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_BYTES_MAX[msg])
})

it.each([
  ['NO_METHOD_FRICTIONLESS', [], ['2.2.0', 'frictionless', 'Y']],
  ['NO_METHOD_CHALLENGE', ['1234'], ['2.2.0', 'challenge', 'Y']],
  ['NO_METHOD_CHALLENGE', ['1111'], ['2.2.0', 'challenge', 'N']],
] as const)('the end of a payment reports how 3-D Secure went: %s %j', async (flow, atTheBank, said) => {
  const [version, way, result] = said
  const { transaction } = await gateway.pay({ flow, atTheBank })
  const end = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find(({ msg, transaction_id }) => msg === 'a payment ended' && transaction_id === transaction.id)
  expect(end).toMatchObject({
    three_ds_server: 'three-ds-server',
    three_ds_version: version,
    three_ds_flow: way,
    three_ds_result: result,
  })
})

it('the line for the end of a payment has no 3-D Secure data if no server was called', async () => {
  const { result } = await gateway.authorize({ flow: 'NO_3DS' })
  const end = lines.find((line) => line.includes('a payment ended') && line.includes(result?.id ?? 'no id'))
  expect(end).toContain('"msg":"a payment ended"')
  expect(end).not.toContain('three_ds_result')
})

it('the line for the end of an abandoned challenge reports that a challenge was demanded', async () => {
  const { action } = await gateway.authorize({ flow: 'NO_METHOD_CHALLENGE' })
  await gateway.advance(3_600_000)
  const end = lines.find(
    (line) => line.includes('a payment ended') && line.includes(action?.transaction_id ?? 'no id'),
  )
  expect(JSON.parse(end ?? '{}')).toMatchObject({ three_ds_flow: 'challenge', three_ds_result: 'C' })
})
