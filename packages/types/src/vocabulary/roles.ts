/** One role per group of operations; an access token may carry any of them. */
export const ROLES = [
  'sessions',
  'payment-links',
  'transactions:authorize',
  'transactions:merchant-initiated',
  'transactions:payment',
  'transactions:payout',
  'transactions:manage',
  'transactions:read',
  'customers',
  'webhooks',
  'webhooks:write',
] as const

/** A role of an API client. */
export type Role = (typeof ROLES)[number]

/**
 * Composite roles. None includes payouts, which send money away, charges without the customer present, and writing
 * webhook subscriptions, which sends the merchant's events elsewhere.
 */
export const COMPOSITE_ROLES = {
  merchant: [
    'sessions',
    'payment-links',
    'transactions:authorize',
    'transactions:payment',
    'transactions:manage',
    'transactions:read',
    'customers',
    'webhooks',
  ],
} as const satisfies Record<string, readonly Role[]>

/** A composite role. */
export type CompositeRole = keyof typeof COMPOSITE_ROLES

/** A role that a client or an access token can contain. */
export type GrantableRole = Role | CompositeRole

/** All roles that an API client can be given. */
export const GRANTABLE_ROLES: readonly GrantableRole[] = [...ROLES, 'merchant']

/** Returns the plain roles of a list of role names; composites are expanded, unknown names are ignored. */
export function expandRoles(names: readonly string[]): ReadonlySet<Role> {
  const granted = new Set<Role>()
  for (const name of names) {
    if (Object.hasOwn(COMPOSITE_ROLES, name)) {
      for (const role of COMPOSITE_ROLES[name as CompositeRole]) granted.add(role)
    } else if ((ROLES as readonly string[]).includes(name)) {
      granted.add(name as Role)
    }
  }
  return granted
}
