import { describe, expect, it } from 'vitest'

import { QueueFullError } from '@sluice/platform/kernel/work-queue'

import { provePassword, type ProvePorts } from './prove-identity.ts'
import { NETWORK_TRIES_MAX } from './sign-in-failures.ts'

function prepare(verify: () => Promise<boolean>, isKnown = false) {
  const counts = new Map<string, number>()
  const add = (subject: readonly string[], change: number) => {
    const key = subject.join(' ')
    counts.set(key, (counts.get(key) ?? 0) + change)
    return counts.get(key) ?? 0
  }
  const ports = {
    users: { findByEmail: () => Promise.resolve(null) },
    failures: {
      countTry: async (subject: readonly string[], max: number) => (add(subject, 1) > max ? 1800 : null),
      takeBack: async (subject: readonly string[]) => void add(subject, -1),
    },
    knownNetworks: { look: () => Promise.resolve({ byAnyone: isKnown, byAccount: isKnown }) },
    passwords: { verify },
    realTime: { now: () => 0 },
  } as unknown as ProvePorts
  const leaving = new AbortController()
  const prove = (ip = '192.0.2.1', email = 'ada@shop.example') =>
    provePassword(ports, { email, password: 'a long password 1', ip, formId: ip, signal: leaving.signal })
  return { counts, leaving, prove }
}

describe('an attempt that was never checked', () => {
  it.each([true, false])('is not counted if its sender has left (known network: %s)', async (isKnown) => {
    const { counts, leaving, prove } = prepare(() => {
      leaving.abort()
      return Promise.reject(leaving.signal.reason as Error)
    }, isKnown)
    await expect(prove()).rejects.toThrow('aborted')
    const left = [...counts].filter(([key]) => !key.startsWith('network '))
    expect(left.map(([, count]) => count)).toEqual([0, 0, 0])
  })

  it('counts for the wider networks if the queue was full', async () => {
    const { counts, prove } = prepare(() => Promise.reject(new QueueFullError()))
    await expect(prove()).rejects.toThrow(QueueFullError)
    expect(Object.fromEntries(counts)).toEqual({
      'address 192.0.2.1': 0,
      'network 192.0.2.0/24': 1,
      'network 192.0.0.0/16': 1,
      'account ada@shop.example': 0,
      'form 192.0.2.1': 0,
    })
  })
})

describe('the networks of one customer', () => {
  const [ofNarrow] = NETWORK_TRIES_MAX
  const blockOf = (place: number) => `2001:db8:1:${place.toString(16)}::1`

  it('have their own limit in networks without a successful sign-in', async () => {
    const { prove } = prepare(() => Promise.resolve(false))
    for (let place = 0; place < ofNarrow; place += 1)
      expect(await prove(blockOf(place), `user-${place}@shop.example`)).toMatchObject({ reason: 'wrong' })
    expect(await prove(blockOf(200), 'bo@shop.example')).toMatchObject({ reason: 'locked' })
    expect(await prove('2001:db8:2::1', 'bo@shop.example')).toMatchObject({ reason: 'wrong' })
  })

  it('lock no user out of a network with a successful sign-in', async () => {
    const { counts, prove } = prepare(() => Promise.resolve(false), true)
    await prove()
    expect([...counts.keys()].filter((key) => key.startsWith('network'))).toEqual([])
  })
})
