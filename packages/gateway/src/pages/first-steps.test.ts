import { buildOpenApi } from '@sluice/types/openapi'
import { expect, it } from 'vitest'
import { addFirstPayment, type FirstSteps } from './first-steps.ts'

const addresses = { baseUrl: 'http://127.0.0.1:8080', authUrl: 'http://127.0.0.1:8080', realm: 'sluice' }
const steps = { payment: { terminal_id: 'T-DEMO-1', reference: 'first-1' } } as FirstSteps

it('fills every example with the reader’s terminal, and uses no request name twice', () => {
  const document = buildOpenApi({ ...addresses, version: '1', hasSimulators: true })
  const before = JSON.stringify(document)
  expect(before).toContain('"terminal_id":"T00000000001"')
  const [key = ''] =
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/.exec(JSON.stringify(parametersOf(document))) ?? []
  expect(key).not.toBe('')

  const filled = addFirstPayment(document, steps)
  expect(JSON.stringify(filled)).not.toContain('T00000000001')
  expect(JSON.stringify(filled)).toContain('"terminal_id":"T-DEMO-1"')
  expect(JSON.stringify(parametersOf(filled))).not.toContain(key)
  expect(JSON.stringify(document)).toBe(before)
})

it('lists the card before the charge without a customer', () => {
  const { components } = buildOpenApi({ ...addresses, version: '1', hasSimulators: true })
  const { oneOf } =
    (components as { schemas: Record<string, { oneOf?: { title: string }[] }> }).schemas[
      'AuthorizeRequest'
    ] ?? {}
  expect(oneOf?.map(({ title }) => title)).toEqual([
    'AuthorizeCardRequest',
    'AuthorizeRedirectRequest',
    'AuthorizeMerchantInitiatedRequest',
  ])
})

const parametersOf = (document: object) =>
  Object.values((document as { paths: Record<string, Record<string, { parameters?: unknown[] }>> }).paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ parameters = [] }) => parameters)
    .filter((parameter) => (parameter as { name: string }).name === 'idempotency-key')
