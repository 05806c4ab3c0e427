import { CALLBACK_PATH, PORTAL_CLIENT_ID, type PortalLogin } from './login.ts'
import { redeemCode } from './redeem-code.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** Creates the portal's connection to the identity provider in the same process. */
export function createPortalLogin(ports: SignInPorts): PortalLogin {
  const { portalUrl, realm } = ports
  const redirectUri = () => portalUrl() + CALLBACK_PATH
  return {
    authorizationUrl({ state, nonce, codeChallenge, action, loginHint, locale }) {
      const url = new URL(`${portalUrl()}/realms/${realm}/protocol/openid-connect/auth`)
      const fields = {
        response_type: 'code',
        client_id: PORTAL_CLIENT_ID,
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        kc_action: action,
        login_hint: loginHint,
        ui_locales: locale,
      }
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) url.searchParams.set(name, value)
      return url.href
    },

    async redeemCode({ code, codeVerifier, nonce }) {
      const redeemed = await redeemCode(ports, {
        client_id: PORTAL_CLIENT_ID,
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri(),
      })
      return 'refusal' in redeemed || redeemed.nonce !== nonce ? null : redeemed.login
    },
  }
}
