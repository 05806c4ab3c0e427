/** Text that is markup already, made by {@link html} and nothing else. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

type Insertion = Markup | string | number | null | undefined | false | readonly Insertion[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes text safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/**
 * Writes markup. Everything inserted is escaped unless it is {@link Markup} itself, so that forgetting to escape is
 * not possible; attributes need their quotes. Lists are joined, `null`, `undefined` and `false` vanish.
 */
export function html(strings: TemplateStringsArray, ...insertions: readonly Insertion[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + render(insertions[index - 1]) + string))
}

function render(insertion: Insertion): string {
  if (insertion === null || insertion === undefined || insertion === false) return ''
  if (insertion instanceof Markup) return insertion.toString()
  return isList(insertion) ? insertion.map(render).join('') : escapeHtml(String(insertion))
}

function isList(insertion: Insertion): insertion is readonly Insertion[] {
  return Array.isArray(insertion)
}
