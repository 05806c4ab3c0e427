import { describeCall } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** What a path with a parameter names. */
const RECORDS: readonly (readonly [path: RegExp, record: string])[] = [
  [/\/sessions\/\{/, 'session'],
  [/\/payment-methods\/\{/, 'saved card'],
  [/\/customers\/\{/, 'customer'],
  [/\/subscriptions\/\{/, 'webhook subscription'],
  [/\/deliveries\/\{/, 'webhook delivery'],
]

export interface NotFoundErrorDetails extends GatewayErrorDetails {
  /**
   * Whether the answer was the API's own; a wrong address answers something else.
   *
   * @defaultValue `true`
   */
  readonly isAnswerOfApi?: boolean
}

/**
 * There is no such record for this merchant, no such route, no such realm, or no gateway at `baseUrl`; the message says
 * which. Asking for a status never throws this.
 */
export class NotFoundError extends GatewayError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'

  constructor(details: NotFoundErrorDetails) {
    super(`${describeCall(details)} answered 404. ${explain(details)}`, details)
  }
}

function explain({ call, isAnswerOfApi = true }: NotFoundErrorDetails): string {
  const path = call?.path ?? ''
  if (path.startsWith('/realms/')) return 'There is no such realm: check authUrl and realm.'
  if (!isAnswerOfApi) return 'No gateway answers there: check baseUrl.'
  const record = RECORDS.find(([pattern]) => pattern.test(path))?.[1]
  return record
    ? `There is no such ${record} of this merchant: check the id, and that it was made with these credentials.`
    : 'This gateway has no such route: it may be older than this package.'
}
