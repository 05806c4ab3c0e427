import type { CallDescription } from '../errors/gateway-error.ts'

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** The call, as errors describe it. */
  readonly call: CallDescription
  /** Whether the other side may act on the request: `false` for reading and for tokens. */
  readonly acts: boolean
  /** Whether only a Sluice gateway has the endpoint. */
  readonly isExtension?: boolean | undefined
}
