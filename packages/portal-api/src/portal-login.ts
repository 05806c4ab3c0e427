import type { PortalRole } from '@sluice/types/vocabulary'

/** An authenticated person, as the login reports it to the portal. */
export interface AuthenticatedPerson {
  readonly userId: string
  /** The merchant whose data the person sees; null for operators of the service, who belong to no merchant. */
  readonly merchantId: string | null
  readonly roles: readonly PortalRole[]
  /** The time of the person's last proof of identity, epoch milliseconds. */
  readonly authenticatedAtMs: number
  /** The name by which the portal addresses the person. */
  readonly name: string
  /** The e-mail address; null if the login has none. */
  readonly email: string | null
}
