/** The roles of people in the merchant portal. All but `operator` belong to one merchant. */
export const PORTAL_ROLES = ['owner', 'developer', 'finance', 'support', 'operator'] as const

/** A role of a person. @see docs/protocol/identity.md#sign-in */
export type PortalRole = (typeof PORTAL_ROLES)[number]
