import type { PortalRole } from '@sluice/types/vocabulary'

/** An authenticated person, as the login reports it to the portal. */
export interface AuthenticatedPerson {
  readonly userId: string
  /** The merchant whose data the person sees; null for operators of the service, who belong to no merchant. */
  readonly merchantId: string | null
  readonly roles: readonly PortalRole[]
  /** When the person last proved who they are, epoch milliseconds. */
  readonly authenticatedAtMs: number
  /** How the portal addresses the person. */
  readonly name: string
  /** The e-mail address; null if the login has none. */
  readonly email: string | null
}
