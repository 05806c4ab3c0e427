import { errors, jwtVerify } from 'jose'

import { LIMITS } from '@sluice/types/vocabulary'
import { readBearerToken } from '@sluice/platform/http/bearer-token'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { SIGNING_ALGORITHM, type SigningKeys } from '../signing-keys.ts'
import { PORTAL_AUDIENCE } from './login.ts'
import { describeUser } from './redeem-code.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** Returns the person that a token of the code flow identifies (OpenID Connect Core §5.3). @see docs/protocol/identity.md#sign-in */
export function registerUserInfo(
  server: HttpServer,
  ports: Pick<SignInPorts, 'codes' | 'issuer' | 'realTime'> & {
    readonly path: string
    readonly signingKeys: SigningKeys
  },
): void {
  const { codes, issuer, realTime, signingKeys } = ports

  server.get(ports.path, async (request, reply) => {
    const token = readBearerToken(request.headers.authorization)
    const grant = token === null ? null : await verify(token)
    const login = grant && (await codes.findLogin(grant.id))
    void reply.header('cache-control', 'no-store')
    if (!login) {
      // RFC 6750 §3.
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer error="invalid_token"')
        .send({ error: 'invalid_token' })
    }
    return reply.send({ sub: login.userId, ...describeUser(login, grant.scope) })
  })

  async function verify(token: string): Promise<{ readonly id: string; readonly scope: string } | null> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid = '' }) => {
          const key = await signingKeys.findPublicKey(kid)
          if (key === null) throw new errors.JWKSNoMatchingKey()
          return key
        },
        {
          issuer: issuer(),
          audience: PORTAL_AUDIENCE,
          algorithms: [SIGNING_ALGORITHM],
          clockTolerance: LIMITS.ACCESS_TOKEN_CLOCK_SKEW_SECONDS,
          currentDate: new Date(realTime.now()),
        },
      )
      const { sid, scope, typ } = payload
      // The id token is signed with the same key (RFC 8725 §3.12).
      return typ === 'Bearer' && typeof sid === 'string' && typeof scope === 'string'
        ? { id: sid, scope }
        : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}
