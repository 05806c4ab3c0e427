/**
 * The document that the gateway serves instead of a form: it reports the reason to the page around it. A frame that is
 * blocked by its own policy, or not served at all, could not. The error concerns the page's developer; the shopper
 * reads that payment is not possible here.
 */
import { readFragment, readLocale } from '../protocol/frame-address.ts'
import { refusePage } from '../protocol/handshake.ts'
import { REFUSAL_TEXTS } from './refusal-texts.ts'

const { nonce, scheme } = readFragment(location.hash)
const locale = readLocale(location.hash)
const { refusal = '' } = document.body.dataset
const panel = document.createElement('p')
panel.setAttribute('role', 'alert')
panel.textContent = document.title = REFUSAL_TEXTS[locale] ?? ''
Object.assign(document.documentElement, { lang: locale, className: scheme })
document.body.append(panel)
refusePage(nonce, refusal)
