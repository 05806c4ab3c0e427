import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'

import { isAnswerSignedBy, signAnswer } from './sign-answer.ts'

const SECRET = 'a shared secret of forty characters, more'
const ANSWER = {
  requestSignature: 'v1=cmVxdWVzdA==',
  status: 503,
  body: '{"executed":false,"reason":"closing"}',
}

it('signs the request, the status and the body', () => {
  const lines = ['answer', ANSWER.requestSignature, '503', ANSWER.body].join('\n')
  const expected = `v1=${createHmac('sha256', SECRET).update(lines).digest('base64')}`
  expect(signAnswer(ANSWER, SECRET)).toBe(expected)
  expect(isAnswerSignedBy(ANSWER, expected, SECRET)).toBe(true)
})

it.each([
  ['of another request', { ...ANSWER, requestSignature: 'v1=YW5vdGhlcg==' }, SECRET],
  ['of another status', { ...ANSWER, status: 500 }, SECRET],
  ['of another body', { ...ANSWER, body: '{}' }, SECRET],
  ['with another secret', ANSWER, 'another secret of forty characters, more'],
])('does not accept the signature %s', (_, signed, secret) => {
  expect(isAnswerSignedBy(ANSWER, signAnswer(signed, secret), SECRET)).toBe(false)
})

it.each([undefined, '', 'v1=', ['v1=a', 'v1=b'], 'v2=abc'])('does not accept %j', (signature) => {
  expect(isAnswerSignedBy(ANSWER, signature, SECRET)).toBe(false)
})
