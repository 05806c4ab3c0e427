import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails if axe finds anything in the mounted element, in light or dark mode. */
export async function expectAccessible(): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = scheme
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
  }
  document.documentElement.style.colorScheme = ''
}
