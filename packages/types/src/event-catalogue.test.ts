import { describe, expect, it } from 'vitest'

import { EVENT_CATALOGUE } from './event-catalogue.ts'
import { buildOpenApi } from './openapi.ts'
import { webhookEvent } from './schemas/webhook-event.ts'
import { expandWebhookFilters, WEBHOOK_EVENTS } from './vocabulary/index.ts'

describe('the catalogue of events', () => {
  it('has every event once', () => {
    expect(EVENT_CATALOGUE.map(({ event }) => event)).toEqual(WEBHOOK_EVENTS)
  })

  it.each(EVENT_CATALOGUE)(
    '$event: says when, what to do, and shows a message that its schema describes',
    (one) => {
      expect(one.when).not.toBe('')
      expect(one.todo).not.toBe('')
      expect(one.schema.safeParse(one.example)).toMatchObject({ success: true })
      expect(webhookEvent.safeParse(one.example)).toMatchObject({ success: true })
      expect(one.example).toMatchObject({ event: one.event })
    },
  )

  it.each(EVENT_CATALOGUE)('$event: matches its filters', ({ event, filters }) => {
    for (const filter of filters) expect(expandWebhookFilters([filter])).toContain(event)
  })

  it('is in the OpenAPI document, which needs no other file to read a message', () => {
    const { webhooks, components } = buildOpenApi({
      baseUrl: 'https://pay.example',
      authUrl: 'https://id.example',
      realm: 'sluice',
      version: '1.0.0',
    })
    expect(Object.keys(webhooks)).toEqual(WEBHOOK_EVENTS)
    expect(components.schemas).toHaveProperty('TransactionEvent')
    expect(components.schemas).toHaveProperty('TokenizationEvent')
  })
})
