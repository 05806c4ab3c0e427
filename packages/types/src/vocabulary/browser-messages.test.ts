import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BROWSER_MESSAGE_MAX_CHARS, readBrowserMessage, readChallengeNotice } from './browser-messages.ts'

const ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const ACS_ID = 'd7c1ee99-9478-44a6-b1f2-391e29c6b340'
const CRES = {
  threeDSServerTransID: ID,
  acsTransID: ACS_ID,
  messageType: 'CRes',
  messageVersion: '2.2.0',
  transStatus: 'Y',
}
const READ = { threeDsServerTransId: ID, acsTransId: ACS_ID, transStatus: 'Y' }
const NOTHING = { threeDsServerTransId: null, acsTransId: null, transStatus: null }
const PLUS = { ...CRES, note: '>>>~~~???' }

const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('challenge-notification: a CRes as issuers send it', () => {
  it.each([
    ['base64url', base64Url(PLUS)],
    ['Base64 with padding', base64(PLUS)],
    ['more padding than it needs', `${base64Url(CRES)}===`],
    ['lines of 76 characters', base64(CRES).replace(/.{76}/g, '$&\r\n')],
    ['lines that a form decoder joined by spaces', base64(CRES).replace(/.{76}/g, '$& ')],
    ['a line break at the end', `${base64Url(CRES)}\r\n`],
    ['a space before it', ` ${base64Url(CRES)}`],
    ['spaces in place of +', base64(PLUS).replaceAll('+', ' ')],
    ['percent-encoding twice', encodeURIComponent(base64(PLUS))],
    ['a byte order mark', Buffer.from(`\ufeff${JSON.stringify(CRES)}`).toString('base64url')],
    ['ids in upper case', base64Url({ ...CRES, threeDSServerTransID: ID.toUpperCase() })],
    ['an extension of 8 kB', base64Url({ ...CRES, messageExtension: ['x'.repeat(8_192)] })],
    [
      'bytes that are no UTF-8',
      Buffer.from(JSON.stringify({ ...CRES, n: 'é' }), 'latin1').toString('base64'),
    ],
  ])('is read with %s', (_, cres) => {
    expect(readChallengeNotice(cres)).toEqual(READ)
  })

  it.each(['Y', 'N', 'A', 'U', 'C', 'R', 'D', 'I', 'S'])('has the status %s', (transStatus) => {
    expect(readChallengeNotice(base64Url({ ...CRES, transStatus })).transStatus).toBe(transStatus)
  })

  it.each([
    ['no status', { ...CRES, transStatus: undefined }],
    ['an unknown status', { ...CRES, transStatus: 'y' }],
    ['an error message', { ...CRES, transStatus: undefined, messageType: 'Erro', errorCode: '403' }],
  ])('keeps its ids with %s', (_, message) => {
    expect(readChallengeNotice(base64Url(message))).toEqual({ ...READ, transStatus: null })
  })

  it.each([
    ['more before an id', `x${ID}`],
    ['more after an id', `${ID}0`],
    ['an id that is no text', [ID]],
    ['NUL for an id', '\0'],
  ])('has no id with %s', (_, id) => {
    const { threeDsServerTransId } = readChallengeNotice(base64Url({ ...CRES, threeDSServerTransID: id }))
    expect(threeDsServerTransId).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['no Base64', '*'],
    ['a broken percent sign', '%'],
    ['no JSON', Buffer.from('CRes').toString('base64')],
    ['a list', base64Url([CRES])],
    ['null', base64Url(null)],
    ['padding alone', '=='],
  ])('is unreadable: %s', (_, cres) => {
    expect(readChallengeNotice(cres)).toEqual(NOTHING)
  })

  it('is not decoded beyond 65,536 characters', () => {
    const padded = (chars: number) => base64Url(CRES).padEnd(chars, ' ')
    expect(readChallengeNotice(padded(BROWSER_MESSAGE_MAX_CHARS))).toEqual(READ)
    expect(readChallengeNotice(padded(BROWSER_MESSAGE_MAX_CHARS + 1))).toEqual(NOTHING)
  })

  it('never throws', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('%', ' ', '=', '\n', 'A', '-') }),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        expect(readBrowserMessage(text) ?? {}).toBeTypeOf('object')
      }),
    )
  })
})
