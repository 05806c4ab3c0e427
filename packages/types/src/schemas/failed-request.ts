import * as z from 'zod'

import { LIMITS } from '../vocabulary/index.ts'
import { boundedText, integerInQuery, moment, pageQuery, timestamp } from './common.ts'

/** The filters of the list of failed requests. */
export const failedRequestQuery = z
  .strictObject({
    endpoint: boundedText(1, LIMITS.NAME_MAX_CHARS)
      .optional()
      .meta({ description: 'The name of an endpoint in the contract.', examples: ['authorize'] }),
    status: integerInQuery(400, 599).optional().meta({ description: 'The status of the response.' }),
    transaction_id: boundedText(1, LIMITS.NAME_MAX_CHARS)
      .optional()
      .meta({ description: 'Requests about this transaction.' }),
    from: moment.optional().meta({ description: 'Answered then or later.' }),
    ...pageQuery,
  })
  .meta({
    id: 'FailedRequestQuery',
    clause: 'portal#failed-requests',
    description: 'The filters of the list of failed requests.',
  })

const text = z.string().nullable()

/** One thing that was wrong with a request. */
export const failedRequest = z
  .object({
    id: z.string().meta({ description: 'The `cursor` that continues after this entry.' }),
    endpoint: z.string().meta({ description: 'The name of the endpoint in the contract.' }),
    method: text.meta({ description: 'Null for an endpoint that this release does not have.' }),
    path: text.meta({ description: 'Like `method`.' }),
    status: z.number().int().meta({ description: 'The status of the response.' }),
    property: text.meta({ description: 'The member that broke a rule, where one did.' }),
    message: text.meta({ description: 'The message of the response.' }),
    request_id: z.string().meta({ description: 'The id in the response and in the gateway’s log.' }),
    transaction_id: text.meta({ description: 'The transaction, as far as it was known.' }),
    caller: z.enum(['SERVER', 'BROWSER']).meta({ description: 'Who sent the request.' }),
    created_at: timestamp,
  })
  .meta({
    id: 'FailedRequest',
    clause: 'portal#failed-requests',
    description:
      'One thing that was wrong with a request; a request with several wrong members is there for each.',
  })

/** A page of the list of requests that failed. */
export const failedRequestList = z
  .object({
    data: z.array(failedRequest),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page; null on the last page.' }),
  })
  .meta({
    id: 'FailedRequestList',
    clause: 'portal#failed-requests',
    description: 'A page of requests that failed, the newest first.',
  })
