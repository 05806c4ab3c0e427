/**
 * Styles that a merchant's rules for `iframe` must not change. They are set through the CSSOM, which no policy
 * forbids.
 */
const FRAME_STYLES = {
  display: 'block',
  border: '0',
  'max-width': 'none',
  'min-width': '0',
  'max-height': 'none',
  background: 'transparent',
}

interface FrameOptions {
  readonly address: string
  readonly title: string
  readonly allow?: string
  readonly sandbox?: string
  /** Whether the frame loads without credentials, so that a cross-origin isolated page may show it as well. */
  readonly credentialless?: boolean
  readonly styles: Readonly<Record<string, string>>
}

/** Creates a frame of the gateway. It loads once it is inserted into the document. */
export function createFrame({
  address,
  title,
  allow,
  sandbox,
  credentialless = false,
  styles,
}: FrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  // The frame reads the page's origin from the referrer, whatever the page's own policy is.
  frame.referrerPolicy = 'origin'
  if (allow !== undefined) frame.allow = allow
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox)
  if (credentialless) (frame as { credentialless?: boolean }).credentialless = true
  setStyles(frame, { ...FRAME_STYLES, ...styles })
  frame.src = address
  return frame
}

export function setStyles(element: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const [property, value] of Object.entries(styles)) {
    element.style.setProperty(property, value, 'important')
  }
}
