import { EmbeddedFieldsLoadError } from './embedded-fields-load-error.ts'

interface ScriptOptions {
  readonly address: string
  readonly integrity: string | undefined
  readonly nonce: string | undefined
}

/** A page may list this name in the `trusted-types` directive of its policy. */
const POLICY_NAME = 'sluice-loader'

/** A connection that has received nothing by then is considered dead. */
const LOAD_TIMEOUT_MS = 20_000

interface TrustedTypesPolicy {
  createScriptURL(address: string): unknown
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): TrustedTypesPolicy
}

let policy: TrustedTypesPolicy | undefined

/** @throws When the script was refused, or did not arrive. {@link EmbeddedFieldsLoadError} */
export function insertScript({ address, integrity, nonce }: ScriptOptions): Promise<void> {
  const script = document.createElement('script')
  script.async = true
  if (nonce !== undefined) script.nonce = nonce
  if (integrity !== undefined) {
    script.integrity = integrity
    script.crossOrigin = 'anonymous'
  }
  return new Promise<void>((resolve, reject) => {
    const done = new AbortController()
    const { signal } = done
    const settle = (finish: () => void) => {
      done.abort()
      clearTimeout(timer)
      finish()
    }
    const fail = (code: 'script_blocked' | 'script_failed', message: string) => {
      settle(() => {
        script.remove()
        reject(new EmbeddedFieldsLoadError(code, message))
      })
    }
    const failed = `${address} could not be loaded. Check the connection and the address of the gateway${integrity === undefined ? '' : ', and that integrity is of this release'}.`
    const timer = setTimeout(() => fail('script_failed', failed), LOAD_TIMEOUT_MS)
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI }) => {
        if (!effectiveDirective.startsWith('script-src') || !address.startsWith(blockedURI)) return
        fail(
          'script_blocked',
          'The Content-Security-Policy of this page blocks the script. Add the gateway’s origin to script-src, or give the nonce.',
        )
      },
      { signal },
    )
    script.addEventListener('load', () => settle(resolve), { signal })
    // A policy’s report may come right after the error that it explains.
    script.addEventListener(
      'error',
      () => setTimeout(() => signal.aborted || fail('script_failed', failed)),
      {
        signal,
      },
    )
    try {
      script.src = trusted(address) as string
    } catch {
      return fail(
        'script_blocked',
        `This page requires Trusted Types. Add ${POLICY_NAME} to trusted-types in its Content-Security-Policy.`,
      )
    }
    document.head.append(script)
  })
}

/** Converts the address for pages that accept script addresses only from named policies. */
function trusted(address: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  try {
    policy ??= trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: (text) => text })
  } catch {
    // The policy is not allowed here. This matters only if Trusted Types are required, and then the assignment
    // reports it.
  }
  return policy?.createScriptURL(address) ?? address
}
