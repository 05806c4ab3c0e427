import { describe, expect, it } from 'vitest'
import { readRetryAfterSeconds } from './read-retry-after.ts'

describe('Retry-After', () => {
  it.each([
    [{}, undefined],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-1' }, undefined],
    [{ 'retry-after': '1.5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    // A date counts from the answer's own clock, however wrong ours is.
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' }, 30],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:27:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT' }, undefined],
  ])('%j asks for %s seconds', (headers, seconds) => {
    expect(readRetryAfterSeconds(new Headers(headers as Record<string, string>))).toBe(seconds)
  })
})
