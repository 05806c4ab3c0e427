import type * as z from 'zod'
import type { Role } from './vocabulary/index.ts'

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
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path template with {braces}; below base_url, or below {auth_url}/realms/{realm} when `server` is 'auth'. */
  readonly path: string
  readonly server: 'api' | 'auth'
  readonly auth: EndpointAuth
  /** The role an access token needs; `null` when any caller who is known may call. */
  readonly role: Role | null
  /** Whether the gateway serves it already. */
  readonly built: boolean
  /** `extension`: an addition of ours to the public surface. */
  readonly origin: 'specification' | 'extension'
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  readonly bodyType?: 'json' | 'form'
  readonly success: 200 | 201 | 204
  /** The body of each status; `null` when there is none. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
}
