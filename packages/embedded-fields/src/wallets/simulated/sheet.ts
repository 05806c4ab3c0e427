/**
 * The script of the simulated wallets' sheet. The gateway's simulator renders the surrounding page, and creates the
 * token. This script only sends the choices, and notifies the page that opened the sheet.
 */
import type { GwalletAddress } from '../gwallet-api.ts'
import type {
  MerchantMessage,
  SheetAnswer,
  SheetCard,
  SheetMessage,
  SheetParameters,
} from './sheet-messages.ts'

/** The page's data of a card; the `value` of its radio button. */
interface OfferedCard extends SheetCard {
  readonly pan: string
  readonly auth_method: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'
}

/** This passcode fails; every other passcode of four digits unlocks the device. */
const WRONG_PASSCODE = '0000'

const parameters = Object.fromEntries(new URLSearchParams(location.search)) as unknown as SheetParameters
const form = elementAt('form.sheet', HTMLFormElement)
const passcode = elementAt('#passcode', HTMLInputElement)
const passcodeField = elementAt('.passcode', HTMLElement)
const alertBox = elementAt('[role=alert]', HTMLElement)
const payButton = elementAt('.pay', HTMLButtonElement)
let nameMerchant: (merchantIdentifier: string) => void = () => undefined
const merchantNamed = new Promise<string>((resolve) => (nameMerchant = resolve))

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void pay()
})
form.addEventListener('change', showPasscode)
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-error]')) {
  button.addEventListener('click', () => finish({ kind: 'error', statusCode: button.dataset['error'] ?? '' }))
}
elementAt('.cancel', HTMLButtonElement).addEventListener('click', () => finish({ kind: 'canceled' }))
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') finish({ kind: 'canceled' })
})
window.addEventListener(
  'message',
  ({ source, origin, data }: MessageEvent<Partial<MerchantMessage> | null>) => {
    if (source !== window.opener || origin !== parameters.origin) return
    if (data?.type === 'wallet-merchant' && data.nonce === parameters.nonce) {
      nameMerchant(String(data.merchantIdentifier))
    }
  },
)
showPasscode()
send(null)

async function pay(): Promise<void> {
  const card = chosen<OfferedCard>('card')
  if (card === null || payButton.disabled) return
  if (isOnDevice(card) && !isPasscode(passcode.value)) return complain(passcode)
  payButton.disabled = true
  alertBox.textContent = ''
  try {
    const token = await makeToken(card)
    finish({ kind: 'paid', card, token, address: chosen<GwalletAddress>('address') })
  } catch {
    payButton.disabled = false
    alertBox.textContent = form.dataset['offline'] ?? ''
  }
}

/** @returns the wallet's token as JSON text. */
async function makeToken({ pan }: OfferedCard): Promise<string> {
  const { wallet, currency } = parameters
  // One wallet knows the merchant from its page; the other waits until the merchant is named.
  const merchant = wallet === 'gwallet-pay' ? parameters.merchant_id : await merchantNamed
  const amount = form.dataset['amountMinor'] ?? ''
  const response = await fetch(location.pathname, {
    method: 'POST',
    body: new URLSearchParams({ wallet, pan, merchant, amount, currency }),
  })
  if (!response.ok) throw new Error(`the token was refused: ${response.status}`)
  return response.text()
}

function showPasscode(): void {
  const card = chosen<OfferedCard>('card')
  passcodeField.hidden = card === null || !isOnDevice(card)
}

function isOnDevice({ auth_method }: OfferedCard): boolean {
  return auth_method === 'CRYPTOGRAM_3DS'
}

function isPasscode(text: string): boolean {
  return /^\d{4}$/.test(text) && text !== WRONG_PASSCODE
}

function complain(input: HTMLInputElement): void {
  input.ariaInvalid = 'true'
  input.value = ''
  input.focus()
  alertBox.textContent = form.dataset['wrongPasscode'] ?? ''
}

/** Returns the value of the chosen radio button in a group. */
function chosen<T>(name: string): T | null {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? (JSON.parse(value) as T) : null
}

function finish(answer: SheetAnswer): void {
  send(answer)
  window.close()
}

function send(answer: SheetAnswer | null): void {
  const message: SheetMessage = { type: 'wallet-sheet', nonce: parameters.nonce, answer }
  const opener = window.opener as Window | null
  opener?.postMessage(message, parameters.origin)
}

function elementAt<T extends Element>(selector: string, kind: new () => T): T {
  const element = document.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`The sheet has no ${selector}`)
}
