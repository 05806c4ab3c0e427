import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ascendingUuids, datedUuid, makeCapability, makeUuid, uuidFloor, uuidInPod } from './random.ts'

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 })
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('UUID v7', () => {
  it('has the canonical form, the version and the variant', () => {
    fc.assert(
      fc.property(anyTime, bytes16, (now, bytes) => {
        expect(makeUuid(now, bytes)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        )
      }),
    )
  })

  it('keeps the random bits of a UUID v4, and has the requested date', () => {
    fc.assert(
      fc.property(anyTime, fc.uuid({ version: 4 }), (now, uuid) => {
        const dated = datedUuid(now, uuid)
        expect(dated).toBe(makeUuid(now, Buffer.from(uuid.replaceAll('-', ''), 'hex')))
      }),
    )
  })

  it('ascends within a process, also in one millisecond, and keeps its form', () => {
    fc.assert(
      fc.property(
        anyTime,
        fc.array(fc.uuid({ version: 4 }), { minLength: 2, maxLength: 50 }),
        (now, drawn) => {
          let at = 0
          const next = ascendingUuids({ now: () => now }, () => drawn[at++] ?? '')
          const made = drawn.map(() => next())
          expect(made).toEqual([...new Set(made)].toSorted())
          for (const [place, uuid] of made.entries()) {
            expect(uuid.slice(18)).toBe(drawn[place]?.slice(18))
            expect(uuid.slice(0, 15)).toBe(makeUuid(now, new Uint8Array(16)).slice(0, 15))
          }
        },
      ),
    )
  })

  it('has a lowest value for each moment', () => {
    fc.assert(
      fc.property(anyTime, bytes16, (now, bytes) => {
        expect(uuidFloor(now) <= makeUuid(now, bytes)).toBe(true)
        if (now > 0) expect(uuidFloor(now) > makeUuid(now - 1, bytes)).toBe(true)
      }),
    )
  })

  it('has no value before 1970: the lowest of an earlier moment is the lowest of all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('0000-01-01'), max: -1 }),
        anyTime,
        bytes16,
        (before, now, bytes) => {
          expect(uuidFloor(before)).toBe(uuidFloor(0))
          expect(uuidFloor(before) <= makeUuid(now, bytes)).toBe(true)
        },
      ),
    )
  })

  it('sorts by time', () => {
    fc.assert(
      fc.property(anyTime, anyTime, bytes16, bytes16, (a, b, x, y) => {
        fc.pre(a !== b)
        expect(makeUuid(a, x) < makeUuid(b, y)).toBe(a < b)
      }),
    )
  })
})

it('a capability is 32 random bytes in base64url without padding', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, place) => 255 - place)
  const capability = makeCapability({ bytes: (length) => bytes.subarray(0, length), uuid: () => '' })
  expect(capability).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(Buffer.from(capability, 'base64url')).toEqual(Buffer.from(bytes))
})

it('an identifier of a pod contains its number', () => {
  fc.assert(
    fc.property(anyTime, bytes16, fc.integer({ min: 0, max: 255 }), (now, bytes, pod) => {
      const uuid = uuidInPod(makeUuid(now, bytes), pod)
      expect(Buffer.from(uuid.replaceAll('-', ''), 'hex')[15]).toBe(pod)
      expect(uuid.slice(0, -2)).toBe(makeUuid(now, bytes).slice(0, -2))
      const random = { bytes: () => new Uint8Array(32).fill(bytes[0] ?? 0), uuid: () => uuid, pod }
      expect(Buffer.from(makeCapability(random), 'base64url')[0]).toBe(pod)
    }),
  )
})
