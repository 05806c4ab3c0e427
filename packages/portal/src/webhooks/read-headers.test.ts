import { expect, it } from 'vitest'

import { readHeaders } from './read-headers.ts'

it('reads headers as they are printed', () => {
  expect(readHeaders('webhook-id: msg_1\r\n\nWebhook-Signature:  v1,a:b= \n')).toEqual({
    'webhook-id': 'msg_1',
    'Webhook-Signature': 'v1,a:b=',
  })
})

it.each(['', 'no colon', 'webhook-id: x\n{"body": 1}'])('reads nothing else: %j', (text) => {
  expect(readHeaders(text)).toBeNull()
})
