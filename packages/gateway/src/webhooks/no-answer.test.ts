import { expect, it } from 'vitest'

import { describeNoAnswer } from './no-answer.ts'

const withCode = (code: unknown) => Object.assign(new Error('the message'), { code })

it.each<[string, unknown, string]>([
  ['a refused connection', withCode('ECONNREFUSED'), 'the connection was refused (ECONNREFUSED)'],
  [
    'an answer that is no HTTP',
    withCode('HPE_INVALID_VERSION'),
    'its response is not valid HTTP (HPE_INVALID_VERSION)',
  ],
  [
    'headers that are too long',
    withCode('HPE_HEADER_OVERFLOW'),
    'the headers of its response are too long (HPE_HEADER_OVERFLOW)',
  ],
  ['a code that is not known', withCode('EOTHER'), 'EOTHER'],
  ['a code that is no text', withCode(7), 'the message'],
  ['an error without a code', new Error('the message'), 'the message'],
  [
    'the first of several addresses',
    new AggregateError([withCode('ENETUNREACH'), new Error('second')]),
    'the host cannot be reached (ENETUNREACH)',
  ],
  ['none of several addresses', new AggregateError([], 'the message'), 'the message'],
  ['what is no error', 'text', 'no answer'],
])('%s is reported to the merchant', (_, error, words) => {
  expect(describeNoAnswer(error)).toBe(words)
})
