import type * as z from 'zod'
import type { OperatorArea, Role } from './vocabulary/index.ts'

/** The way in which a caller authenticates. */
export type EndpointAuth =
  | 'bearer'
  | 'client-key'
  | 'bearer-or-client-key'
  | 'client-credentials'
  | 'provider-signature'
  | 'simulator'
  | 'operator'
  | 'none'

/** One row of the endpoint table. */
export interface Endpoint {
  /** The verb of the request. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path template with {braces}; below base_url, or below {auth_url}/realms/{realm} when `server` is 'auth'. */
  readonly path: string
  /** The base address of the path: the API's or the identity provider's. */
  readonly server: 'api' | 'auth'
  /** The credentials that a caller presents. */
  readonly auth: EndpointAuth
  /** The role an access token needs; `null` when any caller who is known may call. */
  readonly role: Role | null
  /**
   * The area of operators' tokens that opens the endpoint. Each endpoint of the operator and of the simulators has one,
   * and no other does.
   */
  readonly area?: OperatorArea
  /** Whether the gateway serves it already. */
  readonly built: boolean
  /** `extension`: Sluice's addition to the public surface. */
  readonly origin: 'specification' | 'extension'
  /** Its heading in the documentation. */
  readonly tag: string
  /** A summary in a few words. */
  readonly summary: string
  /** The description in the documentation. */
  readonly description: string
  /** The variable parts of the path; absent if there are none. */
  readonly params?: z.ZodObject
  /** The query parameters; absent if the endpoint has none. */
  readonly query?: z.ZodObject
  /** Headers that it reads besides those that every endpoint does. */
  readonly headers?: z.ZodObject
  /** The schema of the request body; absent if the endpoint has no body. */
  readonly body?: z.ZodType
  /**
   * The encoding of the body; absent if the endpoint has no body. `raw`: any content type, up to 1 MiB; the endpoint
   * verifies and parses the bytes itself.
   */
  readonly bodyType?: 'json' | 'form' | 'raw'
  /** HTTP status of a successful answer. */
  readonly success: 200 | 201 | 204
  /** The body of each status; `null` if there is none. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
}
