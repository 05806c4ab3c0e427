import { prefersDark, type Look, type StyleTokens } from '@sluice/embedded-fields/parts'

/** Returns the look of the bank's dialog: that of the page around it at this moment. */
export function readLook(): Look {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const value = (property: string) => style.getPropertyValue(property).trim()
  const { scheme } = root.dataset
  const tokens: StyleTokens = {
    'accent-color': value('--accent'),
    'button-border-radius': value('--radius'),
    ...(value('--brand-font') && { 'font-family': `${value('--brand-font')} system-ui, sans-serif` }),
  }
  return {
    scheme: scheme === 'dark' || (scheme === 'auto' && prefersDark().matches) ? 'dark' : 'light',
    tokens,
  }
}
