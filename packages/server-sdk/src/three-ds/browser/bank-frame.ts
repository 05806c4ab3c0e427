/** A frame of the issuer's, and the form that opens it. */
export interface BankFrame {
  readonly element: HTMLIFrameElement
  /** Posts the fields into the frame. */
  open(address: string, fields: Readonly<Record<string, string>>): void
  remove(): void
}

let count = 0

/**
 * Creates an empty frame at the end of the container. Styles go through the object model, which every policy allows.
 */
export function createBankFrame(
  container: Element,
  title: string,
  style: Readonly<
    Partial<Record<'border' | 'height' | 'maxWidth' | 'position' | 'visibility' | 'width', string>>
  >,
): BankFrame {
  const element = document.createElement('iframe')
  // A frame's name is one for the whole page: two payments in one page must not meet.
  element.name = `sluice-bank-${(count += 1)}`
  element.title = title
  Object.assign(element.style, style)
  return {
    element,
    open(address, fields) {
      container.append(element)
      const form = document.createElement('form')
      form.method = 'post'
      form.action = address
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
    remove: () => element.remove(),
  }
}
