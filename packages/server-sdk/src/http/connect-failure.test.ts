import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type ConnectFailure, findConnectFailure } from './connect-failure.ts'

const failed = (members: object, cause?: unknown) => Object.assign(new Error('failed', { cause }), members)
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause })
const denoFailed = (reason: string) =>
  fetchFailed(new Error(`error sending request for url (https://gateway.example/): ${reason}`))
const circular = failed({})
circular.cause = circular
const knot = new AggregateError([])
knot.errors.push(knot)

describe('findConnectFailure', () => {
  it.each<[string, unknown, ConnectFailure | undefined]>([
    ['a refused connection', fetchFailed(failed({ code: 'ECONNREFUSED' })), 'unreachable'],
    ['an unknown name', fetchFailed(failed({ code: 'ENOTFOUND' })), 'unreachable'],
    ['Bun’s refused connection', failed({ code: 'ConnectionRefused' }), 'unreachable'],
    [
      'an unreachable network',
      fetchFailed(failed({ code: 'ENETUNREACH', syscall: 'connect' })),
      'unreachable',
    ],
    [
      'two addresses that both refused',
      fetchFailed(new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ syscall: 'connect' })])),
      'unreachable',
    ],
    [
      'a refusal of another realm, as Jest and vm contexts throw it',
      runInNewContext(
        `Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })`,
      ),
      'unreachable',
    ],
    [
      'two refusals of another realm',
      runInNewContext(
        `const refused = () => Object.assign(new Error('x'), { code: 'ETIMEDOUT', syscall: 'connect' })
         Object.assign(new TypeError('x'), { cause: new AggregateError([refused(), refused()]) })`,
      ),
      'unreachable',
    ],
    [
      'Deno’s refused connection',
      denoFailed('client error (Connect): tcp connect error: Connection refused (os error 111)'),
      'unreachable',
    ],
    [
      'Deno’s unknown name',
      denoFailed('client error (Connect): dns error: failed to lookup address information'),
      'unreachable',
    ],
    [
      'Deno’s refused certificate',
      denoFailed('client error (Connect): invalid peer certificate: UnknownIssuer'),
      'certificate',
    ],
    ['an expired certificate', fetchFailed(failed({ code: 'CERT_HAS_EXPIRED' })), 'certificate'],
    [
      'a self-signed certificate',
      fetchFailed(failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
      'certificate',
    ],
    [
      'a certificate of another name',
      fetchFailed(failed({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })),
      'certificate',
    ],
    ['an unknown authority', fetchFailed(failed({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })), 'certificate'],
    ['a port without TLS', fetchFailed(failed({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' })), 'not_tls'],
    [
      'two addresses of which one may have answered',
      fetchFailed(
        Object.assign(
          new AggregateError([failed({ code: 'ECONNREFUSED' }), failed({ code: 'ECONNRESET' })]),
          { code: 'ECONNREFUSED' },
        ),
      ),
      undefined,
    ],
    ['nothing at all, twice', new AggregateError([]), undefined],
    ['a reset', fetchFailed(failed({ code: 'ECONNRESET', syscall: 'read' })), undefined],
    ['a closed socket', fetchFailed(failed({ code: 'UND_ERR_SOCKET' })), undefined],
    ['an answer that timed out', fetchFailed(failed({ code: 'UND_ERR_HEADERS_TIMEOUT' })), undefined],
    [
      'an alert of the other side, which TLS 1.3 may send after the request',
      fetchFailed(failed({ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' })),
      undefined,
    ],
    ['Deno’s lost connection', denoFailed('connection closed before message completed'), undefined],
    ['an error without a code', new TypeError('Load failed'), undefined],
    ['something else that was thrown', 'ECONNREFUSED', undefined],
    ['an error that is its own cause', circular, undefined],
    ['an address that failed by itself, over and over', knot, undefined],
  ])('%s', (_, error, expected) => {
    expect(findConnectFailure(error)).toBe(expected)
  })
})
