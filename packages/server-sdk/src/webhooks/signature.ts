import { WebhookVerificationError } from '../errors/webhook-verification-error.ts'
import { decodeBase64 } from './base64.ts'
import type { SignatureVersion, WebhookSecret } from './secret.ts'

/** One entry of `webhook-signature`. */
export interface GivenSignature {
  readonly version: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const ALGORITHMS = {
  v1: { name: 'HMAC', hash: 'SHA-256' },
  v1a: { name: 'Ed25519' },
} as const satisfies Record<SignatureVersion, unknown>

/** Reads the list; text that is not a signature is skipped, and so is an unknown version. */
export function readSignatures(list: string): readonly GivenSignature[] {
  return list.split(/,?\s+/).flatMap((entry) => {
    const comma = entry.indexOf(',')
    const bytes = comma > 0 ? decodeBase64(entry.slice(comma + 1)) : null
    return bytes ? [{ version: entry.slice(0, comma), bytes }] : []
  })
}

/** Returns the signed content: `{id}.{timestamp}.{body}`, the body byte by byte. */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}

/** Returns whether one of the secrets made one of the signatures. The runtime compares, in constant time. */
export async function isSignedByAny(
  content: Uint8Array<ArrayBuffer>,
  signatures: readonly GivenSignature[],
  secrets: readonly WebhookSecret[],
): Promise<boolean> {
  for (const { version, key } of secrets) {
    const candidates = signatures.filter((signature) => signature.version === version)
    if (candidates.length === 0) continue
    const algorithm = ALGORITHMS[version]
    const imported = await importKey(version, key)
    for (const { bytes } of candidates) {
      if (await crypto.subtle.verify(algorithm, imported, bytes, content)) return true
    }
  }
  return false
}

async function importKey(version: SignatureVersion, key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('raw', key, ALGORITHMS[version], false, ['verify'])
  } catch {
    throw new WebhookVerificationError({
      cause: 'runtime_unsupported',
      message: `This runtime’s WebCrypto cannot verify ${version} signatures (${ALGORITHMS[version].name}).`,
      fix: 'Use the whsec_ secret of the subscription, or a current runtime: Node 22, Bun, Deno, Workers.',
    })
  }
}
