import { webhookEvent } from '@sluice/types'
import { WEBHOOK_EVENTS } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { sampleEvent } from './sample-event.ts'

it.each(WEBHOOK_EVENTS)('makes an event %s that keeps to the contract', (name) => {
  const event = sampleEvent(name)
  expect(webhookEvent.parse(event)).toEqual(event)
  expect(event.event).toBe(name)
  const [, , type = '', end = ''] = name.split(':')
  if ('payload' in event)
    expect([event.payload.transaction_type, event.payload.status]).toEqual([
      type.toUpperCase(),
      end.toUpperCase().replace('-', '_'),
    ])
})
