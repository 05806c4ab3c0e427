import * as z from 'zod'

const cursor = z
  .string()
  .regex(/^(?:0|msg_[0-9A-Za-z]{27})$/)
  .meta({ examples: ['msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'] })

/** The cursor from which a stream resumes. */
export const eventStreamQuery = z
  .object({
    after: cursor.optional().meta({
      description:
        'The id of the last event that was handled, which is also its `webhook-id`; `0` begins with the first event there ever was. Left out, the stream begins with what happens from now on.',
    }),
  })
  .meta({
    id: 'EventStreamQuery',
    clause: 'events#event-stream',
    description: 'The position at which a stream resumes.',
  })

/** The header that a browser sends when it reconnects automatically. */
export const eventStreamHeaders = z.object({
  'last-event-id': cursor.optional().meta({
    description:
      'Like `after`, over which it takes precedence: clients of `text/event-stream` send it when they reconnect.',
  }),
})

/** Messages of `text/event-stream`; each carries an event as a webhook does. */
export const eventStream = z.string().meta({
  description:
    'Messages of `text/event-stream`: `id` is the event’s id, `event` its name, `data` the JSON that a webhook carries.',
})
