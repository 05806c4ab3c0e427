import { describe, expect, it } from 'vitest'
import { didNotLeave } from './did-not-leave.ts'

const failed = (members: object, cause?: unknown) => Object.assign(new Error('failed', { cause }), members)
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause })
const circular = failed({})
circular.cause = circular
const knot = new AggregateError([])
knot.errors.push(knot)

describe('didNotLeave', () => {
  it.each<[string, unknown, boolean]>([
    ['a refused connection', fetchFailed(failed({ code: 'ECONNREFUSED' })), true],
    ['an unknown name', fetchFailed(failed({ code: 'ENOTFOUND' })), true],
    ['Bun’s refused connection', failed({ code: 'ConnectionRefused' }), true],
    ['a network that is not there', fetchFailed(failed({ code: 'ENETUNREACH', syscall: 'connect' })), true],
    [
      'two addresses that both refused',
      fetchFailed(new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ syscall: 'connect' })])),
      true,
    ],
    [
      'two addresses of which one may have answered',
      fetchFailed(new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ code: 'ECONNRESET' })])),
      false,
    ],
    ['nothing at all, twice', new AggregateError([]), false],
    ['a reset', fetchFailed(failed({ code: 'ECONNRESET', syscall: 'read' })), false],
    ['a closed socket', fetchFailed(failed({ code: 'UND_ERR_SOCKET' })), false],
    ['an error without a code', new TypeError('Load failed'), false],
    ['something else that was thrown', 'ECONNREFUSED', false],
    ['an error that is its own cause', circular, false],
    ['an address that failed by itself, over and over', knot, false],
  ])('%s', (_, error, expected) => {
    expect(didNotLeave(error)).toBe(expected)
  })
})
