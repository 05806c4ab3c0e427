import * as z from 'zod'

/** Form fields; unknown ones are ignored, as RFC 6749 §3.2 demands. Which are needed depends on the grant. */
export const tokenRequest = z
  .object({
    grant_type: z.string().meta({ examples: ['client_credentials', 'refresh_token'] }),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    client_assertion_type: z.string().optional(),
    client_assertion: z.string().optional(),
    refresh_token: z.string().optional(),
    code: z.string().optional().meta({ description: 'The authorization code, valid once and for a minute.' }),
    redirect_uri: z.string().optional().meta({ description: 'The address that the code was sent to.' }),
    code_verifier: z.string().optional().meta({ description: 'The code verifier, RFC 7636.' }),
    scope: z.string().optional(),
  })
  .meta({
    id: 'TokenRequest',
    clause: 'identity#identity',
    description: 'A request for an access token. Which fields are needed depends on the grant.',
  })

/** Other identity providers may omit what is optional here. */
export const tokenResponse = z
  .object({
    access_token: z.string(),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    refresh_expires_in: z.int().optional().meta({ description: 'Seconds.' }),
    refresh_token: z.string().optional().meta({ description: 'Valid once.' }),
    id_token: z
      .string()
      .optional()
      .meta({ description: 'The ID token, with the signed-in user; only for the code flow.' }),
    token_type: z.literal('Bearer'),
    'not-before-policy': z.int().optional(),
    session_state: z.string().optional(),
    scope: z.string(),
  })
  .meta({ id: 'TokenResponse', clause: 'identity#identity', description: 'An access token.' })

/** RFC 6749 §5.2. */
export const oauthError = z.object({ error: z.string(), error_description: z.string().optional() }).meta({
  id: 'OAuthError',
  clause: 'identity#identity',
  description: 'An error of the identity provider, RFC 6749 §5.2.',
  examples: [{ error: 'invalid_client', error_description: 'Invalid client or Invalid client credentials' }],
})

/** RFC 7009 §2.1. */
export const revocationRequest = z
  .object({
    token: z.string(),
    token_type_hint: z.string().optional(),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    client_assertion_type: z.string().optional(),
    client_assertion: z.string().optional(),
  })
  .meta({
    id: 'RevocationRequest',
    clause: 'identity#identity',
    description: 'A token to revoke, RFC 7009 §2.1.',
  })

/** The public keys of access tokens, as a JSON Web Key Set. */
export const signingKeySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('RSA'),
        n: z.string(),
        e: z.string(),
        use: z.literal('sig'),
        alg: z.literal('RS256'),
        kid: z.string(),
      }),
    ),
  })
  .meta({
    id: 'SigningKeySet',
    clause: 'identity#identity',
    description: 'The keys that access tokens are verified with.',
  })

/** RFC 8414; only what is implemented is listed. */
export const discovery = z
  .object({
    issuer: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    jwks_uri: z.string(),
    grant_types_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    token_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_signing_alg_values_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    authorization_endpoint: z.string().optional().meta({
      description:
        'The address for signing in; absent with all related members if users cannot sign in here.',
    }),
    end_session_endpoint: z.string().optional().meta({ description: 'The address for signing out.' }),
    userinfo_endpoint: z
      .string()
      .optional()
      .meta({ description: 'The address that returns the user of a code-flow token.' }),
    response_modes_supported: z
      .array(z.string())
      .optional()
      .meta({ description: 'The supported response mode: `query`.' }),
    code_challenge_methods_supported: z
      .array(z.string())
      .optional()
      .meta({ description: '`S256`, which is required.' }),
    authorization_response_iss_parameter_supported: z
      .boolean()
      .optional()
      .meta({ description: 'Whether answers name the issuer, RFC 9207.' }),
    subject_types_supported: z
      .array(z.string())
      .optional()
      .meta({ description: '`public`: a user has one `sub` for every client.' }),
    id_token_signing_alg_values_supported: z
      .array(z.string())
      .optional()
      .meta({ description: 'The signature algorithms of ID tokens.' }),
    claims_supported: z.array(z.string()).optional().meta({ description: 'The claims of ID tokens.' }),
    ui_locales_supported: z
      .array(z.string())
      .optional()
      .meta({ description: 'Languages of the pages, BCP 47.' }),
  })
  .meta({
    id: 'Discovery',
    clause: 'identity#identity',
    description: 'The metadata of the identity provider, RFC 8414.',
  })
