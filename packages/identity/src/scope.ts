import { COMPOSITE_ROLES, expandRoles, GRANTABLE_ROLES, type GrantableRole } from '@sluice/types/vocabulary'

/** The scopes of every token, as for every client of a Keycloak realm. */
const DEFAULT_SCOPES = ['profile', 'email']

/**
 * A scope that many clients request by habit. It is granted without effect: no person logs in, so there is no
 * identity to return.
 */
const IGNORED_SCOPES: ReadonlySet<string> = new Set([...DEFAULT_SCOPES, 'openid'])

/** The supported scopes. */
export const SCOPES: readonly string[] = [...DEFAULT_SCOPES, ...GRANTABLE_ROLES]

export interface GrantedScope {
  /** The scope as in the response and the token. */
  readonly scope: string
  readonly roles: readonly GrantableRole[]
}

export type ScopeGrant =
  | { readonly ok: true; readonly granted: GrantedScope }
  | {
      readonly ok: false
      /** The words that cannot be had. */
      readonly scopes: string
    }

/**
 * Decides on the roles of a token: all that the client has, or fewer when the scope names roles.
 *
 * @param requested - words between spaces; undefined or empty for everything.
 * @param available - the roles that can be had: of the client, or of the grant that is being renewed.
 */
export function grantScope(requested: string | undefined, available: readonly GrantableRole[]): ScopeGrant {
  const words = [...new Set((requested ?? '').split(' '))].filter((word) => word !== '')
  const wanted = words.filter((word) => !IGNORED_SCOPES.has(word))
  const roles = wanted.filter((word): word is GrantableRole => isAvailable(word, available))
  if (roles.length < wanted.length) {
    return { ok: false, scopes: wanted.filter((word) => !isAvailable(word, available)).join(' ') }
  }
  const scope = [...DEFAULT_SCOPES, ...roles].join(' ')
  return { ok: true, granted: { scope, roles: roles.length > 0 ? roles : available } }
}

/**
 * Decides on the roles of a token that renews an earlier grant: what was granted then and the client still has, or
 * less.
 *
 * @param granted - the scope of the earlier grant; one that names no roles meant all.
 */
export function renewScope(
  requested: string | undefined,
  granted: string,
  clientRoles: readonly GrantableRole[],
): ScopeGrant {
  const named = granted.split(' ').filter(isGrantable)
  if (named.length === 0) return grantScope(requested, clientRoles)
  const left = named.filter((role) => isAvailable(role, clientRoles))
  return grantScope(requested ?? left.join(' '), left)
}

function isGrantable(word: string): word is GrantableRole {
  return (GRANTABLE_ROLES as readonly string[]).includes(word)
}

/** A client with all parts of a composite has the composite, and a client with a composite has its parts. */
function isAvailable(word: string, available: readonly GrantableRole[]): boolean {
  if (!isGrantable(word)) return false
  const plain = expandRoles(available)
  const parts = word in COMPOSITE_ROLES ? [...expandRoles([word])] : [word]
  return parts.every((part) => plain.has(part as never))
}
