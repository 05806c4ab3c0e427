/** The effect of keys: an action, or an address of the portal. */
export type KeyAction = 'help' | 'search' | 'next' | 'previous' | `/${string}`

/** Keys, one after the other, and what they do. Of addresses those are offered that the person may open. */
export const KEY_SEQUENCES: readonly (readonly [keys: string, action: KeyAction])[] = [
  ['g p', '/payments'],
  ['g o', '/overview'],
  ['g e', '/errors'],
  ['g w', '/webhooks'],
  ['g c', '/customers'],
  ['g u', '/users'],
  ['g s', '/settings'],
  ['/', 'search'],
  ['j', 'next'],
  ['k', 'previous'],
  ['?', 'help'],
]

/** The time between two keys of a sequence: after a longer pause, they are separate. */
const PAUSE_MAX_MS = 1_500

/** Makes a reader of keys. It is given each key with its moment, and gives what the keys so far do; null for nothing yet. */
export function createKeyReader(): (key: string, nowMs: number) => KeyAction | null {
  let first = ''
  let firstAtMs = 0
  return (key, nowMs) => {
    const isOpen = first !== '' && nowMs - firstAtMs <= PAUSE_MAX_MS
    const typed = isOpen ? `${first} ${key}` : key
    const found = find(typed) ?? find(key)
    const begins = found === null && KEY_SEQUENCES.some(([keys]) => keys.startsWith(`${key} `))
    first = begins ? key : ''
    firstAtMs = nowMs
    return found
  }
}

function find(typed: string): KeyAction | null {
  return KEY_SEQUENCES.find(([keys]) => keys === typed)?.[1] ?? null
}

/** Returns whether the focused element takes keys itself: as text, or to choose by the first letter. */
export function isTyping(target: Pick<HTMLElement, 'tagName' | 'isContentEditable'> | null): boolean {
  if (target === null) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}
