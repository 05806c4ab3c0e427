import { describeCall } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** The kind of record that each path parameter identifies; the first that fits. */
const RECORDS: readonly (readonly [path: RegExp, record: string])[] = [
  [/\/sessions\/\{/, 'session'],
  [/\/payment-methods\/\{/, 'saved card'],
  [/\/customers\/\{/, 'customer'],
  [/\/subscriptions\/\{/, 'webhook subscription'],
  [/\/deliveries\/\{/, 'webhook delivery'],
  [/\/payment-links\/\{/, 'payment link'],
  [/\/three-ds\/\{/, 'authentication'],
  [/\/transactions\/\{/, 'transaction'],
]

export interface NotFoundErrorDetails extends GatewayErrorDetails {
  /**
   * Whether the answer was the API's own; a wrong address answers something else.
   *
   * @defaultValue `true`
   */
  readonly isAnswerOfApi?: boolean
  /** Whether only a Sluice gateway has the endpoint, so that another deployment of the specification answers 404. */
  readonly isExtension?: boolean | undefined
}

/**
 * There is no such record for this merchant, no such route, no such realm, or no gateway at `baseUrl`; the message says
 * which. Asking for a status never throws this.
 */
export class NotFoundError extends GatewayError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'
  /** Whether only a Sluice gateway has the endpoint: other deployments of the specification answer 404. */
  readonly isExtension: boolean

  constructor(details: NotFoundErrorDetails) {
    super(`${describeCall(details)} returned 404. ${explain(details)}`, details)
    this.isExtension = details.isExtension ?? false
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), isExtension: this.isExtension }
  }
}

/** The hint for a deployment without such an endpoint. */
const EXTENSION = 'Only Sluice gateways have this endpoint; the specification does not'

function explain(details: NotFoundErrorDetails): string {
  const path = details.call?.path ?? ''
  if (path.startsWith('/realms/'))
    return 'The realm does not exist: check authUrl (the address before /realms) and realm.'
  const reason = findReason(path, details)
  if (!details.isExtension) return reason
  return path === '/api/encryption-keys'
    ? `${reason} ${EXTENSION}: give createClient the sealing of your deployment.`
    : `${reason} ${EXTENSION}.`
}

function findReason(path: string, { isAnswerOfApi = true }: NotFoundErrorDetails): string {
  if (!isAnswerOfApi) return 'No gateway responds there: check baseUrl.'
  const record = RECORDS.find(([pattern]) => pattern.test(path))?.[1]
  return record
    ? `This merchant has no such ${record}: check the id, and that it was created with these credentials.`
    : 'The gateway does not have this route: check the path of baseUrl, to which routes such as /api/sessions are added. An older gateway may also lack the route.'
}
