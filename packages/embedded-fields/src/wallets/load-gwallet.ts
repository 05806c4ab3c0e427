import type { PaymentsClient } from './gwallet-api.ts'
import type { GwalletConfig } from './gwallet-config.ts'

/** A wallet is optional. If it takes longer than this to load, it is omitted; cards are available in the meantime. */
const SCRIPT_TIMEOUT_MS = 15_000

/**
 * Loads the wallet's script into this document, which must not hold card data.
 *
 * @param scriptUrl - As this browser reaches it.
 * @returns Null when the script did not come, or was blocked, or brought something else.
 */
export function loadGwallet(
  { environment }: GwalletConfig,
  scriptUrl: string,
): Promise<PaymentsClient | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const settle = () => {
      clearTimeout(timer)
      resolve(makeClient(environment))
    }
    const timer = setTimeout(settle, SCRIPT_TIMEOUT_MS)
    script.addEventListener('load', settle)
    script.addEventListener('error', settle)
    script.src = scriptUrl
    script.async = true
    document.head.append(script)
  })
}

function makeClient(environment: GwalletConfig['environment']): PaymentsClient | null {
  try {
    const { google } = window
    return google ? new google.payments.api.PaymentsClient({ environment }) : null
  } catch {
    return null
  }
}
