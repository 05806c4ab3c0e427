import type { PortalRole } from '@sluice/types/vocabulary'

/** A person who has proven who they are, as a login tells the portal. */
export interface AuthenticatedPerson {
  readonly userId: string
  /** Whose data the person sees; null for the operator of the service, who belongs to no merchant. */
  readonly merchantId: string | null
  readonly roles: readonly PortalRole[]
  /** When the person last proved who they are, epoch milliseconds. */
  readonly authenticatedAtMs: number
  /** How the portal addresses the person. */
  readonly name: string
  /** Null where the login knows none. */
  readonly email: string | null
}
