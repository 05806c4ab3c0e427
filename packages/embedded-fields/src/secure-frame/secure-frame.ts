/**
 * The card frame: a document of the gateway that holds the card data. It exchanges messages with its own origin
 * and, over one port, with the surrounding page.
 */
import { CardForm } from '../elements/card-form/card-form.ts'
import { FORM_TEXTS } from '@sluice/texts/card-form'
import { PAGE_LOCALES } from '@sluice/texts/further-texts'
import { DEFAULT_LOCALE } from '@sluice/types/vocabulary'
import { connectClientApi } from '../payment/client-api.ts'
import type * as Installments from '../installments/installments.ts'
import type * as LowContrast from './find-low-contrast.ts'
import { readFormPlan, readFragment, readFramePath } from '../protocol/frame-address.ts'
import { joinPage } from '../protocol/handshake.ts'
import { applyLocale, applyLook } from './apply-look.ts'
import { CardFrame } from './card-frame.ts'

const { baseUrl, clientKey } = readFramePath(new URL(location.href))
const { nonce, sessionId, scheme } = readFragment(location.hash)
const [locale = DEFAULT_LOCALE] = PAGE_LOCALES
const plan = readFormPlan(location.hash)

applyLook(scheme, {})
applyLocale(locale)
customElements.define('sluice-card-form', CardForm)
const form = new CardForm(plan)
form.texts = FORM_TEXTS[locale]
document.body.append(form)
// The form accepts input before the handshake and the first request, because the parser has continued by then.
addEventListener(
  'DOMContentLoaded',
  () =>
    new CardFrame({
      form,
      plan,
      locale,
      sessionId,
      baseUrl,
      connectApi: (id) => connectClientApi(baseUrl, clientKey, id),
      loadInstallments: () => load<typeof Installments>('installments'),
      loadLowContrast: clientKey.startsWith('ck_test_')
        ? () => load<typeof LowContrast>('low-contrast')
        : null,
      port: joinPage(nonce),
    }),
)

/** Imports a program that few sessions need. */
function load<Program>(name: string): Promise<Program> {
  return import(`${baseUrl}/embedded-fields/${name}.js`) as Promise<Program>
}
