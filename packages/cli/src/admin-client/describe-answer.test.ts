import { expect, it } from 'vitest'

import { describeAnswer } from './describe-answer.ts'

const CALL = 'POST /simulators/clock'

it.each([
  [{ error: 'Not Found' }, 'returned 422: Not Found.'],
  [{ error: 'Conflict', message: 'Delete one.' }, 'returned 422: Delete one.'],
  [
    {
      errors: [
        { property: 'name', message: 'is required', params: [] },
        { property: 'label', message: 'is too long' },
      ],
    },
    'returned 422: name is required; label is too long.',
  ],
  [{ errors: [] }, 'returned 422.'],
  [{ errors: [null], error: 'Unprocessable' }, 'returned 422: Unprocessable.'],
  [{ error: 'x'.repeat(401) }, 'returned 422.'],
  ['a text', 'returned 422.'],
  [null, 'returned 422.'],
])('the answer %j is described in a sentence', (body, sentence) => {
  expect(describeAnswer(CALL, { status: 422, text: JSON.stringify(body) })).toBe(`${CALL} ${sentence}`)
})

it.each(['', '<html>Bad Gateway</html>'])('only the status of the answer %j is reported', (text) => {
  expect(describeAnswer(CALL, { status: 502, text })).toBe(`${CALL} returned 502.`)
})
