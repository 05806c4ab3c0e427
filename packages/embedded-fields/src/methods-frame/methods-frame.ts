/**
 * The methods frame: a document of the gateway for all methods except cards. Scripts of wallets run in it, so it
 * never contains card data.
 */
import { PAGE_LOCALES } from '@sluice/texts/further-texts'
import { DEFAULT_LOCALE } from '@sluice/types/vocabulary'
import { MethodList } from '../elements/method-list/method-list.ts'
import { WalletButton } from '../elements/wallet-button/wallet-button.ts'
import { connectClientApi } from '../payment/client-api.ts'
import { readFragment, readFramePath, readMethodsShown } from '../protocol/frame-address.ts'
import { joinPage } from '../protocol/handshake.ts'
import { applyLook } from '../secure-frame/apply-look.ts'
import { MethodsProgram } from './methods-program.ts'

const { clientKey } = readFramePath(new URL(location.href))
// The API has another origin than this document. The gateway provides it.
const baseUrl = document.body.dataset['base'] ?? ''
const { nonce, sessionId, scheme } = readFragment(location.hash)
const [locale = DEFAULT_LOCALE] = PAGE_LOCALES

applyLook(scheme, {})
customElements.define('sluice-method-list', MethodList)
customElements.define('sluice-wallet-button', WalletButton)
const root = document.createElement('main')
document.body.append(root)
new MethodsProgram({
  root,
  shown: readMethodsShown(location.hash),
  locale,
  sessionId,
  baseUrl,
  gatewayOrigin: new URL(baseUrl).origin,
  connectApi: (id) => connectClientApi(baseUrl, clientKey, id),
  port: joinPage(nonce),
})
