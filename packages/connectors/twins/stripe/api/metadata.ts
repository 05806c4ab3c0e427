import { type Form, textsAt } from '../http/form.ts'
import { badParameter } from './refusal.ts'

/** What Stripe stores for one object. */
const NAMES_MAX = 50
const NAME_MAX_CHARS = 40
const VALUE_MAX_CHARS = 500

/**
 * Adds the texts of `metadata`. An empty text removes its name.
 *
 * @throws If the object would have more than Stripe stores.
 */
export function applyMetadata(target: Record<string, string>, form: Form): void {
  const given = Object.entries(textsAt(form, 'metadata'))
  for (const [name, value] of given)
    if (name.length > NAME_MAX_CHARS || value.length > VALUE_MAX_CHARS)
      throw badParameter(
        `metadata[${name}]`,
        `Metadata keys have at most ${NAME_MAX_CHARS} characters, values ${VALUE_MAX_CHARS}.`,
      )
  const names = new Set([...Object.keys(target), ...given.map(([name]) => name)])
  for (const [name, value] of given) if (value === '') names.delete(name)
  if (names.size > NAMES_MAX) throw badParameter('metadata', `You can have up to ${NAMES_MAX} metadata keys.`)
  for (const [name, value] of given) {
    if (value === '') Reflect.deleteProperty(target, name)
    else target[name] = value
  }
}
