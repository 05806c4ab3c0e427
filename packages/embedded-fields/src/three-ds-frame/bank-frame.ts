/**
 * The sandbox of an ACS page. Its scripts run, but it cannot navigate the shopper's page.
 *
 * @see docs/protocol/three-ds.md#challenge
 */
const SANDBOX = 'allow-scripts allow-forms allow-same-origin allow-popups'

export interface BankFrame {
  readonly element: HTMLIFrameElement
  post(address: URL, fields: Readonly<Record<string, string>>): void
  open(address: URL): void
  remove(): void
}

/** Creates the inner frame for an issuer's page. */
export function createBankFrame(container: Element, title: string): BankFrame {
  const element = document.createElement('iframe')
  element.name = 'bank'
  element.title = title
  element.setAttribute('sandbox', SANDBOX)
  // Issuers confirm with passkeys and with Secure Payment Confirmation.
  element.allow = 'payment *; publickey-credentials-get *'
  container.append(element)
  return {
    element,
    post(address, fields) {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = address.href
      form.target = element.name
      form.hidden = true
      for (const [name, value] of Object.entries(fields)) {
        const input = document.createElement('input')
        input.type = 'hidden'
        input.name = name
        input.value = value
        form.append(input)
      }
      container.append(form)
      form.submit()
      form.remove()
    },
    open: (address) => (element.src = address.href),
    remove: () => element.remove(),
  }
}
