import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

import type { User } from '../users/user.ts'
import { type Passkey, PASSKEYS_MAX_PER_USER, type PasskeyStore } from './passkey.ts'

/** ES256, Ed25519 and RS256 (COSE): what platforms make. */
const ALGORITHMS = [-7, -8, -257]

/** The maximum time that a sign-in page is open. */
const TIMEOUT_MS = 300_000

/** Its parsers of certificates are worth a tenth of the start, and most processes never need them. */
const loadLibrary = () => import('@simplewebauthn/server')

/** The host at which passkeys are valid: only the portal's. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
  readonly name: string
}

export function relyingPartyOf(portalUrl: string): RelyingParty {
  const { hostname, origin } = new URL(portalUrl)
  return { id: hostname, origin, name: 'Sluice' }
}

/** Returns the request options for signing in; without passkeys of a known user, the browser offers all that it has. */
export function requestOptions(party: RelyingParty, challenge: string, passkeys: readonly Passkey[]) {
  return {
    challenge,
    rpId: party.id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      transports,
    })),
  }
}

/** Returns the creation options for adding a passkey. */
export function creationOptions(
  party: RelyingParty,
  challenge: string,
  user: User,
  passkeys: readonly Passkey[],
) {
  return {
    challenge,
    rp: { id: party.id, name: party.name },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.email,
      displayName: user.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
}

/** Returns the user that a browser's answer proves; null when it proves none. */
export async function verifyPasskey(
  store: PasskeyStore,
  party: RelyingParty,
  proof: { readonly challenge: string; readonly credential: string; readonly nowMs: number },
): Promise<string | null> {
  const response = parseCredential<AuthenticationResponseJSON>(proof.credential)
  if (response === null) return null
  const passkey = await store.find(response.id)
  if (passkey === null) return null
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verification = await verifyAuthenticationResponse({
    response,
    expectedChallenge: proof.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
  }).catch(refused)
  if (!verification?.verified) return null
  const { newCounter } = verification.authenticationInfo
  return (await store.use(passkey.credentialId, newCounter, proof.nowMs)) ? passkey.userId : null
}

/** Adds the passkey that a browser made; false when its answer proves none. */
export async function addPasskey(
  store: PasskeyStore,
  party: RelyingParty,
  proof: {
    readonly challenge: string
    readonly credential: string
    readonly userId: string
    readonly nowMs: number
    /** Invalidates earlier sign-ins of the user. */
    readonly endSignInsAtMs: number
  },
): Promise<boolean> {
  const response = parseCredential<RegistrationResponseJSON>(proof.credential)
  if (response === null || (await store.list(proof.userId)).length >= PASSKEYS_MAX_PER_USER) return false
  const { verifyRegistrationResponse } = await loadLibrary()
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge: proof.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (!verification?.verified) return false
  const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential
  return store.add(
    { credentialId: id, userId: proof.userId, publicKey, signCount: counter, transports },
    proof.nowMs,
    proof.endSignInsAtMs,
  )
}

/** The library throws for every check that fails; which one it was is the browser's business, not the page's. */
function refused(): null {
  return null
}

/** The characters of a credential's id; other text is never looked up. */
const BASE64URL = /^[\w-]+$/

/** Returns a form field that a page's script fills with JSON; null if the value has another form. */
function parseCredential<T extends { readonly id: string }>(json: string): T | null {
  try {
    const value: unknown = JSON.parse(json)
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
    return typeof id === 'string' && BASE64URL.test(id) ? (value as T) : null
  } catch {
    return null
  }
}
