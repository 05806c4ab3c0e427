import type { ColumnType } from 'kysely'

import type { Fixed, Late } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables, staying } from '@sluice/platform/database/owned-tables'

/** Rows of identity. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface IdentityTables {
  api_clients: ApiClientTable
  signing_keys: SigningKeyTable
  refresh_families: RefreshFamilyTable
  refresh_tokens: RefreshTokenTable
  client_assertions: ClientAssertionTable
  users: UserTable
  user_notices: UserNoticeTable
  sign_in_links: SignInLinkTable
  passkeys: PasskeyTable
  recovery_codes: RecoveryCodeTable
  external_identities: ExternalIdentityTable
  login_codes: LoginCodeTable
  sign_in_failures: SignInFailureTable
  sign_in_networks: SignInNetworkTable
}

/** People who sign in to the portal. */
export interface UserTable {
  id: Fixed<string>
  /** The merchant of the user; null for operators of the service. */
  merchant_id: Fixed<string | null>
  /** The e-mail address in lower case. */
  email: Fixed<string>
  name: string
  /** JSON array of portal roles. */
  roles: string
  /** PHC string, which names its algorithm and cost. */
  password_hash: Late<string>
  /** The secret of the authenticator app, sealed under the master key. */
  totp_sealed: Late<Buffer>
  /** Time step of the last code that was accepted. */
  totp_used_step: Late<number>
  created_at: Fixed<number>
  /** The time at which the invitation was accepted. */
  activated_at: Late<number>
  /** Earlier sign-ins are invalid. */
  sign_ins_ended_at: Late<number>
  /** The time at which the person last gained or lost the owner role, or used a one-time link as an owner. */
  owner_changed_at: Late<number>
}

/** A notice that an owner, or the person concerned, sees at the next sign-in; acknowledging deletes the row. */
export interface UserNoticeTable {
  /** The recipient. */
  user_id: Fixed<string>
  /** The same for all recipients. */
  id: Fixed<string>
  kind: Fixed<string>
  about_user_id: Fixed<string>
  /** Name and address as they were. */
  about: Fixed<string>
  /** Name and address of the owner who did it; null for the operator of the service. */
  done_by: Fixed<string | null>
  created_at: Fixed<number>
}

/** One-time links: invitations, and links that reset the sign-in. */
export interface SignInLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: Fixed<Buffer>
  user_id: Fixed<string>
  created_at: Fixed<number>
  /** The time from which the link is accepted; null if it is accepted at once. */
  good_from: number | null
  /** The person who requested a link that is not valid yet. */
  requested_by: Fixed<string | null>
  expires_at: number
}

export interface PasskeyTable {
  /** Base64url, as authenticators name it. */
  credential_id: Fixed<string>
  user_id: Fixed<string>
  /** COSE. */
  public_key: Fixed<Buffer>
  /** The authenticator's last signature counter; 0 if it does not count. */
  sign_count: number
  /** JSON array. */
  transports: Fixed<string>
  created_at: Fixed<number>
  used_at: Late<number>
}

export interface RecoveryCodeTable {
  /** SHA-256 of user id and code; a code has 80 random bits. */
  code_hash: Fixed<Buffer>
  user_id: Fixed<string>
  created_at: Fixed<number>
}

/** Maps accounts of external identity providers to users. */
export interface ExternalIdentityTable {
  issuer: Fixed<string>
  /** The account's `sub`. */
  subject: Fixed<string>
  user_id: Fixed<string>
  created_at: Fixed<number>
}

/** Authorization codes, and the state of their grants. */
export interface LoginCodeTable {
  /** SHA-256 of the code. */
  code_hash: Fixed<Buffer>
  /** The id of the sign-in that it completes: one sign-in yields one code. */
  attempt_id: Fixed<string>
  /** `sid` of the tokens. */
  grant_id: Fixed<string>
  user_id: Fixed<string>
  client_id: Fixed<string>
  redirect_uri: Fixed<string>
  code_challenge: Fixed<string>
  nonce: Fixed<string | null>
  scope: Fixed<string>
  /** JSON array: how the user proved the identity (RFC 8176). */
  methods: Fixed<string>
  authenticated_at: Fixed<number>
  expires_at: Fixed<number>
  used_at: Late<number>
  /** Set if the code was used twice, or the user signed out: its tokens are invalid. */
  revoked_at: Late<number>
}

/** The number of failed sign-ins, by account and by address. */
export interface SignInFailureTable {
  /** SHA-256 of the counted subject. */
  subject_hash: Fixed<Buffer>
  failures: number
  /** The time of the next reset; while the count is too high, no attempt is made. */
  counts_until: number
}

/** The networks that users have signed in from. */
export interface SignInNetworkTable {
  /** SHA-256 of an IPv4 address or an IPv6 /64. */
  network_hash: Fixed<Buffer>
  known_until: number
}

/** Signed assertions that have proven their client, each once. */
export interface ClientAssertionTable {
  /** SHA-256 of client id and `jti`. */
  assertion_hash: Fixed<Buffer>
  merchant_id: Fixed<string>
  expires_at: Fixed<number>
}

export interface ApiClientTable {
  client_id: Fixed<string>
  merchant_id: Fixed<string>
  /** SHA-256 of the secret; secrets are generated with 256 bits, so no slow hash is needed. */
  secret_hash: Buffer
  /** The hash of a second accepted secret, during a rotation. */
  second_secret_hash: Buffer | null
  /** The second secret is valid before it; null without a limit. */
  second_secret_until: ColumnType<number | null, number | null | undefined, number | null>
  /** JSON array of roles. */
  roles: string
  /** JSON array of JWKs by which the client may prove itself without a secret. */
  public_keys: ColumnType<string, string | undefined, string>
  /** UUID shown as the token's subject. */
  subject: Fixed<string>
  status: string
  created_at: Fixed<number>
}

export interface SigningKeyTable {
  kid: Fixed<string>
  /** 1, 2, 3 …: the latest signs, all verify. Processes that start together agree on one. */
  generation: Fixed<number>
  alg: Fixed<string>
  /** JSON. */
  public_jwk: Fixed<string>
  /** The private JWK sealed under the master key. */
  private_sealed: Fixed<Buffer>
  /** The time from which the key signs; before, it is only published. Null: from the beginning. */
  signs_from: Fixed<number | null>
  /** The time of its revocation: tokens that it signed are invalid. */
  revoked_at: Late<number>
  created_at: Fixed<number>
}

/** All refresh tokens that descend from one client authentication. Renewing and revoking one lock its row. */
export interface RefreshFamilyTable {
  family_id: Fixed<string>
  client_id: Fixed<string>
  merchant_id: Fixed<string>
  scope: Fixed<string>
  created_at: Fixed<number>
  /** The family ends here, however often it was renewed. */
  expires_at: Fixed<number>
  /** The time when its latest token expires, after which it is no longer needed. */
  idle_at: number
  revoked_at: number | null
}

export interface RefreshTokenTable {
  /** SHA-256 of the token. */
  token_hash: Fixed<Buffer>
  family_id: Fixed<string>
  created_at: Fixed<number>
  expires_at: Fixed<number>
  used_at: number | null
}

export const IDENTITY_TABLES: OwnedTables<keyof IdentityTables> = {
  tenants: staying(
    {
      table: 'refresh_tokens',
      column: 'family_id',
      through: { table: 'refresh_families', key: 'family_id', column: 'merchant_id' },
    },
    ...(
      [
        'sign_in_links',
        'user_notices',
        'passkeys',
        'recovery_codes',
        'external_identities',
        'login_codes',
      ] as const
    ).map((table) => ({
      table,
      column: 'user_id',
      through: { table: 'users', key: 'id', column: 'merchant_id' },
    })),
    ...ownedByMerchant('client_assertions', 'api_clients', 'refresh_families', 'users'),
  ),
  service: ['signing_keys', 'sign_in_failures', 'sign_in_networks'],
  deadlines: [
    { table: 'refresh_families', column: 'expires_at' },
    { table: 'refresh_families', column: 'idle_at' },
    { table: 'refresh_tokens', column: 'expires_at' },
  ],
  realTimes: [
    ...happened('created_at', 'api_clients', 'signing_keys', 'refresh_families', 'refresh_tokens'),
    ...happened('revoked_at', 'refresh_families', 'signing_keys'),
    { table: 'signing_keys', column: 'signs_from', because: 'keys belong to the service' },
    { table: 'client_assertions', column: 'expires_at', because: 'assertions end at the time in them' },
    ...happened('used_at', 'refresh_tokens', 'passkeys', 'login_codes'),
    ...happened(
      'created_at',
      'users',
      'user_notices',
      'sign_in_links',
      'passkeys',
      'recovery_codes',
      'external_identities',
    ),
    {
      table: 'api_clients',
      column: 'second_secret_until',
      because: 'programs change their secrets by real time',
    },
    ...happened('activated_at', 'users'),
    ...happened('sign_ins_ended_at', 'users'),
    ...happened('owner_changed_at', 'users'),
    { table: 'sign_in_links', column: 'good_from', because: 'owners object by real time' },
    ...happened('authenticated_at', 'login_codes'),
    ...happened('revoked_at', 'login_codes'),
    ...(['sign_in_links', 'login_codes'] as const).map((table) => ({
      table,
      column: 'expires_at',
      because: 'people sign in by real time',
    })),
    { table: 'sign_in_failures', column: 'counts_until', because: 'guesses are counted by real time' },
    { table: 'sign_in_networks', column: 'known_until', because: 'people sign in by real time' },
  ],
  erasure: {
    api_clients: {
      kept: `client_id merchant_id secret_hash second_secret_hash second_secret_until roles public_keys subject
      status created_at`,
    },
    signing_keys: { kept: 'kid generation alg public_jwk private_sealed signs_from revoked_at created_at' },
    refresh_families: {
      kept: 'family_id client_id merchant_id scope created_at expires_at idle_at revoked_at',
    },
    refresh_tokens: { kept: 'token_hash family_id created_at expires_at used_at' },
    client_assertions: { kept: 'assertion_hash merchant_id expires_at' },
    users: {
      kept: `id merchant_id email name roles password_hash totp_sealed totp_used_step created_at activated_at
      sign_ins_ended_at owner_changed_at`,
    },
    user_notices: { kept: 'user_id id kind about_user_id about done_by created_at' },
    sign_in_links: { kept: 'token_hash user_id created_at good_from requested_by expires_at' },
    passkeys: { kept: 'credential_id user_id public_key sign_count transports created_at used_at' },
    recovery_codes: { kept: 'code_hash user_id created_at' },
    external_identities: { kept: 'issuer subject user_id created_at' },
    login_codes: {
      kept: `code_hash attempt_id grant_id user_id client_id redirect_uri code_challenge nonce scope methods
      authenticated_at expires_at used_at revoked_at`,
    },
    sign_in_failures: { kept: 'subject_hash failures counts_until' },
    sign_in_networks: { kept: 'network_hash known_until' },
  },
}
