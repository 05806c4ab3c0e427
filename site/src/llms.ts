import type { Entrance, NavigationSection } from './navigation.ts'

export interface TextPage {
  readonly path: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly markdown: string
}

/** `llms.txt`: every page of the menu in a line, with the address of its Markdown. */
export function listForPrograms(
  entrances: readonly Entrance[],
  pages: ReadonlyMap<string, TextPage>,
): string {
  const sections = entrances.flatMap(listSections).map(({ title, pages: paths }) => {
    const lines = paths.flatMap((path) => {
      const page = pages.get(path)
      return page ? [`- [${page.title}](${page.name}.md): ${page.description}`] : []
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return `# Sluice

> A payment gateway that anyone can run: cards with 3-D Secure, saved cards, wallets, redirect methods, payouts, signed
> webhooks, and simulators for everything outside it.

Every page is here as Markdown, all of them in one file: [llms-full.txt](llms-full.txt). Amounts are integers in minor
units (10000 is 100.00). A decline is a result with a processing code, not an HTTP error.

${sections.join('\n\n')}
`
}

/** The sections of a menu under titles that say whose they are. */
function listSections({ title, sections }: Entrance): readonly NavigationSection[] {
  return sections.map((section) => ({ ...section, title: `${title}: ${section.title}` }))
}

/** `llms-full.txt`: the pages of the menu one after the other. */
export function joinForPrograms(paths: readonly string[], pages: ReadonlyMap<string, TextPage>): string {
  return paths.flatMap((path) => pages.get(path)?.markdown.trim() ?? []).join('\n\n---\n\n') + '\n'
}
