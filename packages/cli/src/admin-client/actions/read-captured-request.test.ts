import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCapturedRequest } from './read-captured-request.ts'

const HEAD = 'POST /webhooks HTTP/1.1\r\nHost: shop.example\r\nwebhook-id:  msg_1 \r\n'

/** The pieces of request heads, in any order. */
const PIECE = fc.constantFrom('POST /', 'webhook-id', ':', ' ', '\r', '\n', '\r\n', '\0', 'é')

describe('readCapturedRequest', () => {
  it('returns the body byte for byte', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const body = Buffer.from(bytes)
        expect(readCapturedRequest(Buffer.concat([Buffer.from(`${HEAD}\r\n`), body]))).toEqual({
          headers: [
            ['Host', 'shop.example'],
            ['webhook-id', 'msg_1'],
          ],
          body,
        })
      }),
    )
  })

  it('parses or rejects any input, and never throws', () => {
    fc.assert(
      fc.property(fc.array(PIECE), (pieces) => {
        const read = readCapturedRequest(Buffer.from(pieces.join('')))
        expect(typeof read === 'string' || Array.isArray(read.headers)).toBe(true)
      }),
    )
  })

  it('needs no request line, and accepts the line ends of editors', () => {
    expect(readCapturedRequest(Buffer.from('webhook-id: msg_1\n\n{}\n'))).toEqual({
      headers: [['webhook-id', 'msg_1']],
      body: Buffer.from('{}\n'),
    })
  })

  it.each([
    ['{"event": "…"}', 'no blank line'],
    [`${HEAD}secret\r\n\r\n{}`, 'Line 4 is not a header'],
    ['\n\n{}', 'Line 1 is not a header'],
  ])('reports what is missing in %j', (text, problem) => {
    expect(readCapturedRequest(Buffer.from(text))).toContain(problem)
  })
})
