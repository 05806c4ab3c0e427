import { vi } from 'vitest'

/** Long enough for a busy machine of two cores: a shorter limit finds no bugs, it only fails where others compute. */
const SHORTEST_WAIT_MS = 60_000

const waitFor = vi.waitFor.bind(vi)

/** Every wait for a condition is as patient as its test; vitest's own second is over before a busy machine answers. */
vi.waitFor = (callback, options = {}) => {
  const given = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { ...given, timeout: Math.max(given.timeout ?? 0, SHORTEST_WAIT_MS) })
}

const waitUntil = vi.waitUntil.bind(vi)

vi.waitUntil = (callback, options = {}) => {
  const given = typeof options === 'number' ? { timeout: options } : options
  return waitUntil(callback, { ...given, timeout: Math.max(given.timeout ?? 0, SHORTEST_WAIT_MS) })
}
