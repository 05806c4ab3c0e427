/** The separator between the texts of a list; no text contains it. */
const BETWEEN_TEXTS = '|'

/**
 * Builds a language's texts from a list of them, under the English names: in a program, repeated names for each
 * language would weigh as much as short texts.
 *
 * @param english - Texts, in groups or not.
 * @param list - The same texts in another language, in the same order.
 */
export function inOrderOf<Texts extends object>(english: Texts, list: string): Texts {
  const texts = list.split(BETWEEN_TEXTS).values()
  const rename = (group: object): object =>
    Object.fromEntries(
      Object.entries(group).map(([name, text]: [string, string | object]) => [
        name,
        typeof text === 'string' ? texts.next().value : rename(text),
      ]),
    )
  return rename(english) as Texts
}

/** The list that {@link inOrderOf} reads. Null where a language has other names than English, or in another order. */
export function listOf(english: object, texts: object): string | null {
  const [names, own] = [namesOf(english), namesOf(texts)]
  const list = textsOf(texts)
  const isAlike = names.join() === own.join() && list.every((text) => !text.includes(BETWEEN_TEXTS))
  return isAlike ? list.join(BETWEEN_TEXTS) : null
}

function namesOf(group: object, path = ''): string[] {
  return Object.entries(group).flatMap(([name, text]: [string, string | object]) =>
    typeof text === 'string' ? [path + name] : namesOf(text, `${path}${name}.`),
  )
}

function textsOf(group: object): string[] {
  return Object.values(group).flatMap((text: string | object) =>
    typeof text === 'string' ? [text] : textsOf(text),
  )
}
