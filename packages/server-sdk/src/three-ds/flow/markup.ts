const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is markup already, made by {@link markup} and {@link trusted} only. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertion = string | Markup | readonly Markup[]

/** Writes markup. Everything inserted is escaped unless it is markup itself; attributes need their quotes. */
export function markup(strings: TemplateStringsArray, ...insertions: readonly Insertion[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...insertions.map(render)))
}

/** Marks a constant of this package as markup: a script, a style sheet. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function render(insertion: Insertion): string {
  if (insertion instanceof Markup) return insertion.text
  if (typeof insertion === 'string')
    return insertion.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
  return insertion.map(({ text }) => text).join('')
}
