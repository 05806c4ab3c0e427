import type * as z from 'zod'
import type { OperatorArea, Role } from './vocabulary/index.ts'

/** How a caller proves who it is. */
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
  /** Which of both addresses it is below. */
  readonly server: 'api' | 'auth'
  /** What a caller shows. */
  readonly auth: EndpointAuth
  /** The role an access token needs; `null` when any caller who is known may call. */
  readonly role: Role | null
  /** Which tokens of operators' programs open it; each endpoint of the operator and of the simulators has one, and no other does. */
  readonly area?: OperatorArea
  /** Whether the gateway serves it already. */
  readonly built: boolean
  /** `extension`: Sluice's addition to the public surface. */
  readonly origin: 'specification' | 'extension'
  /** Its heading in the documentation. */
  readonly tag: string
  /** What it does, in a few words. */
  readonly summary: string
  /** What it does, in sentences of the documentation. */
  readonly description: string
  /** The variable parts of the path; absent if there are none. */
  readonly params?: z.ZodObject
  /** The query parameters; absent if the endpoint reads none. */
  readonly query?: z.ZodObject
  /** Headers that it reads besides those that every endpoint does. */
  readonly headers?: z.ZodObject
  /** What is sent; absent when nothing is read. */
  readonly body?: z.ZodType
  /**
   * How the body is encoded; absent when nothing is read. `raw`: any content type, up to 1 MiB; the endpoint verifies and parses
   * the bytes itself.
   */
  readonly bodyType?: 'json' | 'form' | 'raw'
  /** HTTP status of a successful answer. */
  readonly success: 200 | 201 | 204
  /** The body of each status; `null` if there is none. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
}
