import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { session, sessionRequest } from '../../test/records.ts'
import { createClient } from '../client.ts'
import { ConflictError } from '../errors/conflict-error.ts'
import { ValidationError } from '../errors/validation-error.ts'

const SHOWN = { ...session, revision: 2, transaction_id: null }

describe('sessions', () => {
  it('are changed only in the given members, null included, and under a key', async () => {
    const gateway = createFakeGateway({ api: () => json(200, SHOWN) })
    const { sessions } = createClient(gateway.options)
    expect(await sessions.update('s/1', { amount: 3100, description: null })).toEqual(SHOWN)
    const [request] = gateway.apiRequests
    expect(request).toMatchObject({ method: 'PATCH', url: 'https://gateway.example/api/sessions/s%2F1' })
    expect(request?.headers.has('idempotency-key')).toBe(true)
    expect(JSON.parse(String(request?.body))).toEqual({ amount: 3100, description: null })
  })

  it('are not changed to half a cent, or without an amount: nothing is sent', async () => {
    const gateway = createFakeGateway()
    const { sessions } = createClient(gateway.options)
    const amount = 18.5 as number
    await expect(sessions.update('s-1', { amount })).rejects.toThrow(ValidationError)
    const nothing = { amount: null } as unknown as { amount: number }
    await expect(sessions.update('s-1', nothing)).rejects.toThrow('amount is required')
    expect(gateway.apiRequests).toEqual([])
  })

  it('are canceled, or say why not', async () => {
    const gateway = createFakeGateway({
      api: (_, count) =>
        count === 1
          ? json(200, { ...SHOWN, status: 'CANCELED' })
          : json(409, { error: 'Conflict', status: 'PENDING' }),
    })
    const { sessions } = createClient(gateway.options)
    expect((await sessions.cancel('s-1')).status).toBe('CANCELED')
    const refused = sessions.cancel('s-1')
    await expect(refused).rejects.toThrow(ConflictError)
    await expect(refused).rejects.toMatchObject({ sessionStatus: 'PENDING' })
  })

  it('name the holder of a reference that is taken', async () => {
    const existing = {
      kind: 'TRANSACTION',
      id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
      status: 'APPROVED',
      amount: 1850,
      currency: 'EUR',
      created_at: '2026-11-21T10:04:07.120Z',
    }
    const errors = [{ property: 'reference', message: 'already exists', params: ['reference'] }]
    const gateway = createFakeGateway({
      api: () => json(422, { errors, existing, method: 'POST', status: 422 }),
    })
    const made = createClient(gateway.options).sessions.create(sessionRequest)
    await expect(made).rejects.toMatchObject({ existing })
    await expect(made).rejects.toThrow(
      '; it belongs to transaction 019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11 that is APPROVED.',
    )
  })
})
