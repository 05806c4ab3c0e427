import { describe, expect, it } from 'vitest'

import { createManualClock } from '../../test/manual-clock.ts'
import type { AuditEntry } from './audit-entry.ts'
import { onBehalfOf } from './audit-origin.ts'
import { createSecurityLog, type SecurityEvent } from './security-log.ts'

const REFUSED: SecurityEvent = {
  merchantId: null,
  actor: 'caller',
  action: 'authentication.refuse',
  subject: 'shop',
  isAboutKnown: true,
  detail: { outcome: 'client_refused' },
}

const STRANGER: SecurityEvent = { ...REFUSED, subject: '?', isAboutKnown: false }

const ACCEPTED: SecurityEvent = {
  merchantId: 'm-1',
  actor: 'merchant',
  action: 'authentication.accept',
  subject: 'shop',
  isAboutKnown: true,
  detail: { outcome: 'issued' },
}

function prepare() {
  const clock = createManualClock()
  const entries: AuditEntry[] = []
  const errors: unknown[] = []
  const write = async (entry: AuditEntry) => void entries.push(entry)
  const note = createSecurityLog({ clock, write, onError: (error) => errors.push(error) })
  const from = (address: string, requestId: string, event = REFUSED) =>
    onBehalfOf({ clientId: null, address, requestId }, () => note(event))
  return { clock, entries, errors, note, from }
}

describe('the log of refusals', () => {
  it('logs who was refused, from where, and by which request', () => {
    const { entries, from } = prepare()
    from('192.0.2.1', 'r-1')
    expect(entries).toEqual([
      {
        merchantId: null,
        actor: 'caller',
        action: 'authentication.refuse',
        subject: 'shop',
        detail: { outcome: 'client_refused', address: '192.0.2.1', request_id: 'r-1' },
      },
    ])
  })

  it('logs the same refusal once a minute, with its count', () => {
    const { clock, entries, from } = prepare()
    for (let count = 0; count < 500; count += 1) from('192.0.2.1', `r-${count}`)
    from('192.0.2.2', 'other')
    expect(entries).toHaveLength(2)
    clock.advance(60_000)
    from('192.0.2.1', 'later')
    expect(entries[2]?.detail).toMatchObject({ request_id: 'later', repeated: 499 })
  })

  it('counts the addresses of one /64 block as one caller', () => {
    const { entries, from } = prepare()
    for (let count = 0; count < 500; count += 1) from(`2001:db8::${count}`, 'r')
    expect(entries).toHaveLength(1)
  })

  it('logs a bounded number of entries, however many callers are invented', () => {
    const { clock, entries, from } = prepare()
    for (let count = 0; count < 5_000; count += 1) from(`2001:db8:0:${count}::1`, 'r', STRANGER)
    expect(entries).toHaveLength(300)
    clock.advance(60_000)
    from('192.0.2.1', 'later', STRANGER)
    expect(entries.at(-1)?.detail).toMatchObject({ dropped: 4_700 })
  })

  it('leaves room for others, whatever one block of addresses tries', () => {
    const { entries, from } = prepare()
    for (let count = 0; count < 310; count += 1)
      from(`2001:db8::${count}`, 'r', { ...STRANGER, subject: `endpoint-${count}` })
    expect(entries).toHaveLength(30)
    for (let count = 0; count < 310; count += 1)
      from('2001:db8::1', 'r', { ...REFUSED, subject: `shop-${count}` })
    expect(entries).toHaveLength(60)
    from('192.0.2.1', 'other', STRANGER)
    from('192.0.2.1', 'other', REFUSED)
    expect(entries).toHaveLength(62)
  })

  it('leaves room for other clients, from however many addresses one is guessed', () => {
    const { entries, from } = prepare()
    for (let count = 0; count < 310; count += 1) from(`2001:db8:0:${count}::1`, 'r')
    expect(entries).toHaveLength(30)
    from('192.0.2.1', 'r', { ...REFUSED, subject: 'another' })
    expect(entries.at(-1)).toMatchObject({ subject: 'another', detail: { dropped: 280 } })
  })

  it('records logins and refused clients, whatever strangers do', () => {
    const { entries, from } = prepare()
    for (let count = 0; count < 5_000; count += 1) from(`2001:db8:0:${count}::1`, 'r', STRANGER)
    from('2001:db8::1', 'login', ACCEPTED)
    from('192.0.2.1', 'refused', REFUSED)
    expect(entries.slice(300)).toMatchObject([
      { action: 'authentication.accept', subject: 'shop', detail: { request_id: 'login' } },
      { action: 'authentication.refuse', subject: 'shop', detail: { request_id: 'refused' } },
    ])
    expect(entries.at(-1)?.detail).not.toHaveProperty('dropped')
  })

  it('records logins of other merchants, however many one merchant has', () => {
    const { entries, from } = prepare()
    for (let count = 0; count < 500; count += 1) from(`2001:db8:0:${count}::1`, 'r', ACCEPTED)
    expect(entries).toHaveLength(100)
    from('192.0.2.1', 'r', { ...ACCEPTED, merchantId: 'm-2' })
    expect(entries.at(-1)).toMatchObject({ merchantId: 'm-2' })
  })

  it('reports an entry that could not be written, and continues', async () => {
    const errors: unknown[] = []
    const note = createSecurityLog({
      clock: createManualClock(),
      write: () => Promise.reject(new Error('database down')),
      onError: (error) => errors.push(error),
    })
    note(REFUSED)
    await expect.poll(() => errors).toHaveLength(1)
  })
})
