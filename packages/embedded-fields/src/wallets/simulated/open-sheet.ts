import type { MerchantMessage, SheetAnswer, SheetMessage, SheetParameters } from './sheet-messages.ts'

/** The interval of checks whether the window was closed, because a window does not report it. */
const CLOSED_CHECK_MS = 300
const WIDTH_PX = 440
const HEIGHT_PX = 720

export interface OpenSheet {
  readonly answered: Promise<SheetAnswer>
  /** Names the payee of the wallet's token; only if the wallet asks. */
  nameMerchant(merchantIdentifier: string): void
  close(): void
}

/**
 * Opens the simulated wallet's sheet in a window of its own. Call it in a click.
 *
 * @param address - Of the sheet.
 * @returns Null when the browser opened no window.
 */
export function openSheet(
  address: URL,
  parameters: Omit<SheetParameters, 'nonce' | 'origin'>,
): OpenSheet | null {
  const nonce = crypto.randomUUID()
  const query: SheetParameters = { ...parameters, nonce, origin: location.origin }
  const url = new URL(address)
  // The sheet uses the language of the page that opens it.
  url.search = new URLSearchParams({ ...query, language: document.documentElement.lang }).toString()
  const sheet = window.open(url, '_blank', `popup,width=${WIDTH_PX},height=${HEIGHT_PX}`)
  if (sheet === null) return null

  let merchantMessage: MerchantMessage | null = null
  let isListening = false
  const tellMerchant = () => {
    if (isListening && merchantMessage !== null) sheet.postMessage(merchantMessage, address.origin)
  }
  const answered = new Promise<SheetAnswer>((resolve) => {
    const done = new AbortController()
    const settle = (answer: SheetAnswer) => {
      clearInterval(closedCheck)
      done.abort()
      resolve(answer)
    }
    const closedCheck = setInterval(() => {
      if (sheet.closed) settle({ kind: 'canceled' })
    }, CLOSED_CHECK_MS)
    window.addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent<Partial<SheetMessage> | null>) => {
        if (source !== sheet || origin !== address.origin) return
        if (data?.type !== 'wallet-sheet' || data.nonce !== nonce) return
        if (data.answer) return settle(data.answer)
        isListening = true
        tellMerchant()
      },
      { signal: done.signal },
    )
  })
  return {
    answered,
    nameMerchant(merchantIdentifier) {
      merchantMessage = { type: 'wallet-merchant', nonce, merchantIdentifier }
      tellMerchant()
    },
    close: () => sheet.close(),
  }
}

/** Returns the sheet's address, next to the loaded script. Call it while the script is evaluated. */
export function sheetAddress(): URL {
  const script = document.currentScript
  return new URL('../wallets/sheet', script instanceof HTMLScriptElement ? script.src : location.href)
}
