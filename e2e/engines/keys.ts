/** WebDriver's code points of the keys that have no character. */
const NAMED_KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  // The large one; WebDriver calls the number pad's "Enter" and this one "Return".
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

export interface KeyAction {
  readonly type: 'keyDown' | 'keyUp'
  readonly value: string
}

/** A named key alone or held with others (`Shift+Tab`, `Control+a`), or text that is typed key by key. */
export function keyActions(text: string): readonly KeyAction[] {
  const parts = text.split('+')
  const isChord = parts.every((part, index) => part in NAMED_KEYS || (index > 0 && part.length === 1))
  if (!isChord) return Array.from(text).flatMap((value) => [down(value), up(value)])
  const values = parts.map((part) => NAMED_KEYS[part] ?? part)
  return [...values.map(down), ...values.toReversed().map(up)]
}

const down = (value: string): KeyAction => ({ type: 'keyDown', value })
const up = (value: string): KeyAction => ({ type: 'keyUp', value })
